import type { BatchableChange, LibraryChange } from '@foldmark/library/changes/changes';
import { BATCH_CHANGES_MAX_COUNT } from './limits.ts';

/** In UTF-16 units. A part below this length also fits the server's limit for the values that it stores for undo. */
export const PART_MAX_LENGTH = 120_000;

/** A change without texts is never longer. */
const TEXTLESS_MAX_LENGTH = 250;

export interface Part {
  readonly from: number;
  readonly to: number;
}

/** Splits an action into parts. The same changes always give the same parts, because a retry must send the same ones. */
export function partsOf(changes: readonly LibraryChange[]): readonly Part[] {
  const parts: Part[] = [];
  let from = 0;
  let length = 0;
  for (const [index, change] of changes.entries()) {
    const own = lengthOf(change);
    if (index > from && (index - from === BATCH_CHANGES_MAX_COUNT || length + own > PART_MAX_LENGTH)) {
      parts.push({ from, to: index });
      from = index;
      length = 0;
    }
    length += own;
  }
  return [...parts, { from, to: changes.length }];
}

/** Measures only changes that contain texts, because an action can have 10,000 changes. */
function lengthOf(change: LibraryChange): number {
  const size = 'size' in change ? change.size : 0;
  const [edit, ...others] = change.kind === 'revert' ? change.edits : [];
  const values = edit === undefined ? change : (edit.before ?? edit.after ?? {});
  const hasText = others.length > 0 || 'url' in values || 'name' in values || 'note' in values;
  return size + (hasText ? JSON.stringify(change).length : TEXTLESS_MAX_LENGTH);
}

export function isBatchable(change: LibraryChange): change is BatchableChange {
  return change.kind !== 'link.image' && change.kind !== 'folder.image' && change.kind !== 'user.set';
}
