import type { ObjectKind } from '@foldmark/library/entities/collections';

import type { Key } from '@foldmark/library/memory/keys';
import { classNames } from '#web/ui/style/class-names.ts';
import { RowIcon } from '#web/ui/icons/row-icon.tsx';

import { useIsPending } from '#web/hooks/library-hooks.ts';
import styles from './pending-mark.module.css';

interface NotSentMarkProps {
  readonly className?: string | undefined;
}

export function NotSentMark({ className }: NotSentMarkProps) {
  return (
    <span
      role="img"
      aria-label="Not sent yet"
      title="Not sent yet"
      className={classNames(styles.mark, className)}
    >
      <RowIcon name="clock" size={14} />
    </span>
  );
}

interface PendingMarkProps extends NotSentMarkProps {
  readonly kind: ObjectKind;
  readonly of: Key;
}

/** Marks a link or folder with unsent changes. Subscribes by itself, so that a change of its state does not render the row. */
export function PendingMark({ kind, of: key, ...props }: PendingMarkProps) {
  return useIsPending(kind, key) ? <NotSentMark {...props} /> : null;
}
