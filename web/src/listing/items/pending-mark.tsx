import type { ObjectKind } from '@foldmark/contract/firestore-paths';

import type { Key } from '#web/sync/library/keys.ts';
import { classNames } from '#web/ui/class-names.ts';
import { RowIcon } from '#web/ui/row-icon.tsx';

import { useIsPending } from '#web/hooks/library-hooks.ts';
import styles from './pending-mark.module.css';

interface PendingMarkProps {
  readonly kind: ObjectKind;
  readonly of: Key;
  readonly className?: string | undefined;
}

/** Marks a link or folder whose changes wait to be sent. It renders alone: a change of its state renders no row. */
export function PendingMark({ kind, of: key, className }: PendingMarkProps) {
  if (!useIsPending(kind, key)) return null;
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
