import type { Batched } from '@foldmark/contract/batch';
import { ACTION_LABEL_MAX_LENGTH } from '@foldmark/contract/limits';
import { STATUS_TRASHED } from '@foldmark/library/entities/limits';
import type { ChangeKind, LibraryChange } from '@foldmark/library/changes/changes';
import type { Edit } from '@foldmark/library/changes/edits';

import type { Committed } from '#functions/changes/commit.ts';
import { digestOf } from '#functions/store/digest.ts';
import type { LibraryTransaction } from '#functions/store/library.ts';

const ANSWER: Batched = { done: 1, skipped: [], created: [] };

const LABELS: Readonly<Partial<Record<ChangeKind, string>>> = {
  'link.create': 'Added a link',
  'link.set': 'Changed a link',
  'folder.create': 'Created a folder',
  'folder.set': 'Changed a folder',
  'folder.move': 'Moved a folder',
};

/**
 * Makes an action of a call with one change, if an app makes the call. So the history names the app, and the person can undo what it
 * did. A person's own single changes are undone by the browser that made them.
 */
export async function recordOfApp(
  transaction: LibraryTransaction,
  change: LibraryChange,
  { edits }: Committed,
): Promise<void> {
  const { author } = transaction;
  if (author === null || edits.length === 0) return;
  const { action_id } = author;
  // A repeat of the call, whose writes the marks of the documents have skipped.
  if ((await transaction.action(action_id)) !== null) return;
  const stored = { answer: JSON.stringify(ANSWER), edits: JSON.stringify(edits) };
  transaction.putActionPart(action_id, 0, { digest: digestOf(change), ...stored });
  const counts = { changed: edits.length, items: 1, skipped: 0, left_alone: [], left_alone_count: 0 };
  const label = labelOf(change, edits);
  transaction.putAction(
    { action_id, label, device: '', state: 'done', parts: 1, made: [0], ...counts },
    null,
  );
}

function labelOf(change: LibraryChange, edits: readonly Edit[]): string {
  const name = edits.find((edit) => 'name' in edit && edit.name !== '');
  const text = textOf(change);
  const suffix = name !== undefined && 'name' in name ? `: ${name.name}` : '';
  return `${text}${suffix}`.slice(0, ACTION_LABEL_MAX_LENGTH).toWellFormed();
}

function textOf(change: LibraryChange): string {
  if ('status_id' in change && change.status_id !== undefined)
    return change.status_id === STATUS_TRASHED ? 'Moved to the trash' : 'Restored from the trash';
  if (change.kind === 'member.set')
    return change.present ? 'Added a link to a folder' : 'Removed a link from a folder';
  if (change.kind === 'favorite.set') return change.on ? 'Added a favorite' : 'Removed a favorite';
  return LABELS[change.kind] ?? 'Made a change';
}
