import type { PageState } from '#extension/pages/page-state.ts';
import { savePage } from '#extension/pages/save-pages.ts';
import type { NewGesture } from '#extension/queue/perform.ts';
import { NOTE_MAX_LENGTH, STATUS_ACTIVE, STATUS_TRASHED } from '@foldmark/library/entities/limits';

export interface PageToSave {
  readonly url: string;
  readonly title: string;
  /** Empty without a selection. */
  readonly note: string;
}

/** What saves a page from a menu or by a key. The gesture is null if there is nothing to do. */
export function pageGesture(
  page: PageToSave,
  { saved, trashed }: Pick<PageState, 'saved' | 'trashed'>,
  newRef: () => number,
): { readonly text: string; readonly gesture: NewGesture | null } {
  const known = saved ?? trashed;
  if (known === null) return { text: 'Saved.', gesture: savePage(page, newRef) };
  const note = joinedNote(known.record.note, page.note.trim());
  if (note.length > NOTE_MAX_LENGTH) throw new Error('The note of this link has no room for the selection.');
  const isNoted = note !== known.record.note;
  if (saved !== null && !isNoted) return { text: 'Already saved.', gesture: null };
  const [text, label] =
    saved === null
      ? ['Restored from the trash.', 'Restored a link']
      : ['Added to the note.', 'Edited a link'];
  const change = {
    kind: 'link.set',
    link_id: known.link,
    ...(saved === null ? ({ status_id: STATUS_ACTIVE } as const) : {}),
    ...(isNoted ? { note } : {}),
    if: {
      ...(saved === null ? ({ status_id: STATUS_TRASHED } as const) : {}),
      ...(isNoted ? { note: known.record.note } : {}),
    },
  } as const;
  return { text, gesture: { label, changes: [change] } };
}

/** A selection is added below the note that the link has. */
function joinedNote(note: string, selection: string): string {
  if (selection === '' || note.includes(selection)) return note;
  return note === '' ? selection : `${note}\n\n${selection}`;
}
