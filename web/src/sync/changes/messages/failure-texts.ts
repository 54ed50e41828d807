import { failedText, type LibraryChange } from '@foldmark/library/changes/changes';
import { subjectOf } from '@foldmark/library/changes/references';
import { STATUS_TRASHED } from '@foldmark/library/entities/limits';

import type { Library } from '@foldmark/library/memory/library';
import { numberText } from '@foldmark/library/text/number-text';

/** The most names that a message lists. */
const NAMES_MAX_COUNT = 10;
const NOTE_SHOWN_LENGTH = 200;

/** The message of the login screen if a session ended before these changes were sent. */
export function keptText(unsent: number): string {
  return `${numberText(unsent)} ${unsent === 1 ? 'change' : 'changes'} will be sent when you log in again.`;
}

/** The title of the message about changes that the server refused. */
export function refusalTitle(changes: readonly LibraryChange[]): string {
  const [change] = changes;
  if (change === undefined || changes.length > 1) return "Couldn't save some changes.";
  return failedText(change);
}

/** Describes the value that another device gave a field before our change arrived. */
export function conflictText(change: LibraryChange, field: string, stored: unknown): string {
  const value = String(stored);
  switch (field) {
    case 'name':
      return `Renamed elsewhere to ${value}.`;
    case 'url':
      return `Its url was changed elsewhere to ${value}.`;
    case 'note':
      return stored === ''
        ? 'Its note was removed elsewhere.'
        : `Its note was changed elsewhere to ${cut(value)}`;
    case 'status_id':
      return stored === STATUS_TRASHED ? 'Moved to the trash elsewhere.' : 'Restored elsewhere.';
    case 'parent_folder_id':
      return 'Moved elsewhere to another folder.';
    default:
      return change.kind === 'user.set' ? `Changed elsewhere to ${value}.` : 'Changed elsewhere.';
  }
}

/** Cuts a note, which can have 4,000 characters. */
function cut(note: string): string {
  return note.length > NOTE_SHOWN_LENGTH ? `${note.slice(0, NOTE_SHOWN_LENGTH).toWellFormed()}…` : `${note}.`;
}

/** The name of the item of a change. An undo can revert several items: then the name of the item whose fields were left alone. */
export function nameOf(library: Library, change: LibraryChange, fields: readonly string[] = []): string {
  if (change.kind === 'revert' && change.edits.length > 1) {
    const left = change.edits.find(({ after }) => fields.some((field) => field in (after ?? {})));
    if (left !== undefined) return nameOf(library, { ...change, edits: [left] });
  }
  const subject = subjectOf(change);
  if (subject === null) return 'Your profile';
  const record = library[subject.kind](subject.id);
  if (record !== undefined) return record.name;
  const created =
    change.kind === 'revert' ? (change.edits[0]?.after ?? null) : 'ref' in change ? change : null;
  if (created !== null && 'name' in created) return created.name;
  if (created !== null && 'url' in created) return created.url;
  return `A deleted ${subject.kind}`;
}

/** Each name once, up to a limit. */
export function listed(all: readonly string[]): readonly string[] {
  const names = [...new Set(all)];
  const rest = names.length - NAMES_MAX_COUNT;
  return rest > 0 ? [...names.slice(0, NAMES_MAX_COUNT), `and ${rest} more`] : names;
}
