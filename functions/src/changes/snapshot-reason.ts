import { SNAPSHOT_MIN_CHANGES } from '@foldmark/contract/limits';
import type { StoredAction } from '@foldmark/contract/stored';

import type { SnapshotReason } from '#functions/store/snapshots/snapshots.ts';

/**
 * Why the library needs a new snapshot after a part of an action. Null if it does not. Asks only once, when all parts are made or
 * undone. A deletion forever asks in its own commit (`FirestoreTransaction`).
 */
export function snapshotReason({
  state,
  changed,
}: Pick<StoredAction, 'state' | 'changed'>): SnapshotReason | null {
  if (state !== 'done' && state !== 'undone') return null;
  return changed >= SNAPSHOT_MIN_CHANGES ? { why: 'changed' } : null;
}
