import { memo } from 'react';

/** Lucide's paths. Lucide draws dots as circles; in this file they are short lines with round ends. */
const ICONS = {
  clock: { path: 'M12 7v5l3 2M12 2a10 10 0 0 0 0 20 10 10 0 0 0 0-20', strokeWidth: 2 },
  folder: {
    path: 'M20 20a2 2 0 0 0 2-2V8a2 2 0 0 0-2-2h-7.9a2 2 0 0 1-1.69-.9L9.6 3.9A2 2 0 0 0 7.93 3H4a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2Z',
    strokeWidth: 1.6,
  },
  globe: {
    path: 'M12 2a10 10 0 0 0 0 20 10 10 0 0 0 0-20 14.5 14.5 0 0 0 0 20 14.5 14.5 0 0 0 0-20M2 12h20',
    strokeWidth: 1.6,
  },
  grip: { path: 'M9 5h.01M9 12h.01M9 19h.01M15 5h.01M15 12h.01M15 19h.01', strokeWidth: 4 },
  more: { path: 'M5 12h.01M12 12h.01M19 12h.01', strokeWidth: 4 },
  star: {
    path: 'M11.525 2.295a.53.53 0 0 1 .95 0l2.31 4.679a2.123 2.123 0 0 0 1.595 1.16l5.166.756a.53.53 0 0 1 .294.904l-3.736 3.638a2.123 2.123 0 0 0-.611 1.878l.882 5.14a.53.53 0 0 1-.771.56l-4.618-2.428a2.122 2.122 0 0 0-1.973 0L6.396 21.01a.53.53 0 0 1-.77-.56l.881-5.139a2.122 2.122 0 0 0-.611-1.879L2.16 9.795a.53.53 0 0 1 .294-.906l5.165-.755a2.122 2.122 0 0 0 1.597-1.16z',
    strokeWidth: 2,
  },
} as const;

interface RowIconProps {
  readonly name: keyof typeof ICONS;
  readonly size?: number;
  readonly className?: string | undefined;
}

/** An icon for list rows, with a single path: Lucide's own components take much of a row's render time. */
export const RowIcon = memo(function RowIcon({ name, size = 24, className }: RowIconProps) {
  const { path, strokeWidth } = ICONS[name];
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
});
