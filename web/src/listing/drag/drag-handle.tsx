import { memo } from 'react';

import { classNames } from '#web/ui/class-names.ts';
import { itemLabel, type ItemName } from '#web/ui/item-label.ts';
import { RowIcon } from '#web/ui/row-icon.tsx';

import styles from './drag.module.css';

type DragHandleProps = ItemName & {
  readonly tabIndex: number;
  readonly className?: string | undefined;
  /** False if the style sheet draws it. */
  readonly hasIcon?: boolean;
};

const GRIP = <RowIcon name="grip" />;

/** Starts a keyboard drag. The mouse ignores the button and drags the row, because Firefox can't drag buttons. */
export const DragHandle = memo(function DragHandle(props: DragHandleProps) {
  const { tabIndex, className, hasIcon = true } = props;
  return (
    <span className={classNames(styles.handle, className)}>
      <button type="button" data-drag-handle="" {...itemLabel('Drag', props)} tabIndex={tabIndex}>
        {hasIcon ? GRIP : null}
      </button>
    </span>
  );
});
