import type { LucideIcon } from 'lucide-react';
import type { Ref } from 'react';

import { buttonClass } from '#web/ui/buttons/button-class.ts';

import { withShortcut } from '#web/ui/buttons/with-shortcut.ts';

import styles from './list-bar.module.css';

interface BarButtonProps {
  readonly icon: LucideIcon;
  readonly label: string;
  /** The key with the same effect, shown only in the tooltip. */
  readonly shortcut?: string | undefined;
  readonly className?: string | undefined;
  /** Set for a button that opens a menu or a dialog. */
  readonly popup?: { readonly kind: 'menu' | 'dialog'; readonly isOpen: boolean };
  readonly ref?: Ref<HTMLButtonElement>;
  readonly onPress: () => void;
}

/** A button of the bar above a list. In a narrow bar only its icon shows. */
export function BarButton(props: BarButtonProps) {
  const { icon: Icon, label, shortcut = '', className, popup, ref, onPress } = props;
  return (
    <button
      ref={ref}
      type="button"
      className={buttonClass('quiet', styles.action, className)}
      aria-label={label}
      title={withShortcut(label, shortcut)}
      {...(popup === undefined ? {} : { 'aria-haspopup': popup.kind, 'aria-expanded': popup.isOpen })}
      onClick={onPress}
    >
      <Icon aria-hidden="true" />
      <span>{label}</span>
    </button>
  );
}
