import { memo } from 'react';

import { classNames } from '#web/ui/class-names.ts';
import { itemLabel, type ItemName } from '#web/ui/item-label.ts';
import { RowIcon } from '#web/ui/row-icon.tsx';

import styles from './row-button.module.css';

type MoreButtonProps = ItemName & {
  readonly tabIndex: number;
  readonly className?: string | undefined;
  readonly onOpen: (button: HTMLElement) => void;
};

const MORE = <RowIcon name="more" />;

export const MoreButton = memo(function MoreButton(props: MoreButtonProps) {
  const { tabIndex, className, onOpen } = props;
  return (
    <button
      type="button"
      className={classNames(styles.button, styles.more, className)}
      aria-haspopup="menu"
      {...itemLabel('More for', props)}
      tabIndex={tabIndex}
      onClick={({ currentTarget }) => {
        onOpen(currentTarget);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        // The browser's synthetic click would look like a screen reader's, and the menu would not take the focus.
        event.preventDefault();
        onOpen(event.currentTarget);
      }}
    >
      {MORE}
    </button>
  );
});
