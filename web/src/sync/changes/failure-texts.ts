import type { LibraryChange } from '@foldmark/library/changes/changes';
import { STATUS_TRASHED } from '@foldmark/library/entities/limits';

import { subjectOf } from '#web/sync/changes/references.ts';
import type { Library } from '@foldmark/library/memory/library';
import { numberText } from '@foldmark/library/text/number-text';

/** How many names a message lists. */
const NAMES_MAX_COUNT = 10;
const NOTE_SHOWN_LENGTH = 200;

/** The message of the login screen, if a session has ended before these changes were sent. */
export function keptText(unsent: number): string {
  return `${numberText(unsent)} ${unsent === 1 ? 'change' : 'changes'} will be sent when you log in again.`;
}

/** The title of the message about changes that the server refused. */
export function refusalTitle(changes: readonly LibraryChange[]): string {
  const [change] = changes;
  if (change === undefined || changes.length > 1) return "Couldn't save some changes.";
  switch (change.kind) {
    case 'link.create':
    case 'link.set':
      return "Couldn't save the link.";
    case 'link.delete':
      return "Couldn't delete the link.";
    case 'link.merge':
      return "Couldn't merge the links.";
    case 'link.unmerge':
      return "Couldn't undo the merge.";
    case 'link.distinct':
      return "Couldn't save which links are duplicates.";
    case 'link.image':
    case 'folder.image':
      return "Couldn't change the image.";
    case 'folder.create':
      return "Couldn't create the folder.";
    case 'folder.set':
      return "Couldn't save the folder.";
    case 'folder.move':
      return "Couldn't move the folder.";
    case 'folder.delete':
      return "Couldn't delete the folder.";
    case 'member.set':
      return change.present
        ? "Couldn't add the link to the folder."
        : "Couldn't remove the link from the folder.";
    case 'favorite.set':
      return "Couldn't change the favorite.";
    case 'user.set':
      return "Couldn't save the settings.";
  }
}

/** What another device has made of a field that a change was to set. */
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

/** A note can have 4,000 characters. */
function cut(note: string): string {
  return note.length > NOTE_SHOWN_LENGTH ? `${note.slice(0, NOTE_SHOWN_LENGTH).toWellFormed()}…` : `${note}.`;
}

export function nameOf(library: Library, change: LibraryChange): string {
  const subject = subjectOf(change);
  if (subject === null) return 'Your profile';
  const record = subject.kind === 'link' ? library.link(subject.key) : library.folder(subject.key);
  if (record !== undefined) return record.name;
  if (change.kind === 'link.create') return change.url;
  if (change.kind === 'link.delete') return change.created?.name ?? 'A deleted link';
  return subject.kind === 'link' ? 'A deleted link' : 'A deleted folder';
}

/** Each name once, and not too many. */
export function listed(all: readonly string[]): readonly string[] {
  const names = [...new Set(all)];
  const rest = names.length - NAMES_MAX_COUNT;
  return rest > 0 ? [...names.slice(0, NAMES_MAX_COUNT), `and ${rest} more`] : names;
}
