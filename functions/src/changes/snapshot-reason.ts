import { SNAPSHOT_MIN_CHANGES } from '@foldmark/contract/limits';
import type { StoredAction } from '@foldmark/contract/stored';

import type { Effect } from '#functions/changes/effects.ts';
import type { SnapshotReason } from '#functions/library/snapshots.ts';

/** Why the library needs a new snapshot after a part of an action, if it does. Asks once, when all parts are made or undone. */
export function snapshotReason(
  { state, changed }: Pick<StoredAction, 'state' | 'changed'>,
  effects: readonly Effect[],
): SnapshotReason | null {
  if (state !== 'done' && state !== 'undone') return null;
  if (changed >= SNAPSHOT_MIN_CHANGES) return { why: 'changed' };
  const isDeletion = effects.some(
    (effect) =>
      (effect.of === 'link' || effect.of === 'folder') &&
      (state === 'done' ? effect.after : effect.before) === null,
  );
  return isDeletion ? { why: 'deleted' } : null;
}
