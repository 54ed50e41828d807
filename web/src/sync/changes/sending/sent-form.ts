import { type LibraryChange, singleCall } from '@foldmark/library/changes/changes';
import { withKnownIds } from '@foldmark/library/changes/references';
import { ACTION_LABEL_MAX_LENGTH } from '@foldmark/contract/limits';

import type { Keys } from '@foldmark/library/memory/keys';

/** Replaces keys by ids. A key in `refs` stays, because the same request creates its object. Null if an object has no id. */
export function withServerIds<C extends LibraryChange>(
  change: C,
  refs: ReadonlySet<number>,
  keys: Keys,
): C | null {
  return withKnownIds(change, (kind, key) => (refs.has(key) ? key : keys.idOf(kind, key)));
}

/** Whether only /batch/ can carry the change, such as the undo of a creation, or a merge. */
export function needsBatch(change: LibraryChange): boolean {
  return singleCall(change) === null;
}

/** A label can contain the name of a folder, which may be longer than a label. */
export function shortLabel(label: string): string {
  return label.slice(0, ACTION_LABEL_MAX_LENGTH).toWellFormed();
}
