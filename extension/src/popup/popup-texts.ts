import { namesText } from '@foldmark/library/duplicates/saved-text';

import type { LinkTexts } from './gestures.ts';

/** The line after a save. */
export function savedInText(folders: readonly string[]): string {
  return folders.length === 0 ? 'Saved.' : `Saved in ${namesText(folders)}.`;
}

/** The line after an edit. */
export function editedText({ name, note }: Partial<LinkTexts>): string {
  if (name !== undefined) return 'Name saved.';
  return note === '' ? 'Note removed.' : 'Note saved.';
}
