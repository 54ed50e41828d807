import type { LucideIcon } from 'lucide-react';
import type { Ref } from 'react';

import buttonStyles from '#web/ui/button.module.css';
import { classNames } from '#web/ui/class-names.ts';

import styles from './list-bar.module.css';

interface BarButtonProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly className?: string | undefined;
  /** For a button that opens a menu or a dialog. */
  readonly popup?: { readonly kind: 'menu' | 'dialog'; readonly isOpen: boolean };
  readonly ref?: Ref<HTMLButtonElement>;
  readonly onPress: () => void;
}

/** A button of the bar above a list. In a narrow bar only its icon shows. */
export function BarButton({ icon: Icon, label, className, popup, ref, onPress }: BarButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      className={classNames(buttonStyles.button, buttonStyles.quiet, styles.action, className)}
      title={label}
      {...(popup === undefined ? {} : { 'aria-haspopup': popup.kind, 'aria-expanded': popup.isOpen })}
      onClick={onPress}
    >
      <Icon aria-hidden="true" />
      <span>{label}</span>
    </button>
  );
}
