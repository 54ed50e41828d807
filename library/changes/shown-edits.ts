import type { RecordView } from '#library/changes/change.ts';
import { applyChange, type ChangeOf, type LibraryChange } from '#library/changes/changes.ts';
import { type Edit, flipped } from '#library/changes/edits.ts';
import type { Micros } from '#library/entities/records.ts';

/**
 * The edits with which a change shows before the server has made it. Null if the change can't be made in the library as it shows; the
 * server may decide otherwise.
 */
export function shownEdits(change: LibraryChange, view: RecordView, now: Micros): readonly Edit[] | null {
  const applied = applyChange(withoutGuard(change), view, now);
  if (!('refused' in applied)) return applied.edits;
  // The name of a created link may be the title of its page, which only the server knows. Then the undo still shows.
  if (!isCreationUndone(change) || applied.refused !== 'changed') return null;
  return change.edits.map(flipped);
}

/** The change without its guard. Until the server answers, the change shows as the user made it. */
export function withoutGuard(change: LibraryChange): LibraryChange {
  // The guard of a profile change stays, because it has the earlier values: the profile is not part of the library.
  if (!('if' in change) || change.kind === 'user.set') return change;
  const { if: _, ...rest } = change;
  return rest;
}

/** Whether the change undoes the creation of a link or folder. */
export function isCreationUndone(change: LibraryChange): change is ChangeOf<'revert'> {
  if (change.kind !== 'revert') return false;
  return change.edits.some(
    ({ table, before }) => before === null && (table === 'links' || table === 'folders'),
  );
}
