import { classNames } from '#web/ui/style/class-names.ts';
import { RowIcon } from '#web/ui/icons/row-icon.tsx';

import styles from './drag.module.css';

interface DragHandleProps {
  readonly name: string;
  readonly tabIndex: number;
  readonly className?: string | undefined;
  /** False if CSS draws the icon. */
  readonly hasIcon?: boolean;
}

const GRIP = <RowIcon name="grip" />;

/** Starts a keyboard drag. The mouse ignores the button and drags the row, because Firefox can't drag buttons. */
export function DragHandle({ name, tabIndex, className, hasIcon = true }: DragHandleProps) {
  return (
    <span className={classNames(styles.handle, className)}>
      <button type="button" data-drag-handle="" aria-label={`Drag ${name}`} tabIndex={tabIndex}>
        {hasIcon ? GRIP : null}
      </button>
    </span>
  );
}
