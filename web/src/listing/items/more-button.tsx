import { classNames } from '#web/ui/style/class-names.ts';
import { RowIcon } from '#web/ui/icons/row-icon.tsx';

import styles from './row-button.module.css';

interface MoreButtonProps {
  /** The name of the link or folder. */
  readonly name: string;
  readonly tabIndex: number;
  readonly className?: string | undefined;
  readonly onOpen: (button: HTMLElement) => void;
}

const MORE = <RowIcon name="more" />;

export function MoreButton({ name, tabIndex, className, onOpen }: MoreButtonProps) {
  return (
    <button
      type="button"
      className={classNames(styles.button, styles.more, className)}
      aria-haspopup="menu"
      aria-label={`More for ${name}`}
      tabIndex={tabIndex}
      onClick={({ currentTarget }) => {
        onOpen(currentTarget);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        // Prevents the browser's synthetic click, which looks like a screen reader's: the menu would not take the focus.
        event.preventDefault();
        onOpen(event.currentTarget);
      }}
    >
      {MORE}
    </button>
  );
}
