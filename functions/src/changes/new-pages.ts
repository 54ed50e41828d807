import type { Edit } from '@foldmark/library/changes/edits';

/** A link whose page must be read. */
export interface NewPage {
  readonly link_id: number;
  readonly url: string;
}

/**
 * The links with a new url: created links, and links whose url was changed. With `isUndone`, those after an undo of the edits.
 */
export function newPages(edits: readonly Edit[], isUndone = false): NewPage[] {
  const urls = new Map<number, string>();
  for (const edit of isUndone ? edits.toReversed() : edits) {
    if (edit.table !== 'links') continue;
    const { link_id } = edit.key;
    const values = isUndone ? edit.before : edit.after;
    if (values === null) urls.delete(link_id);
    else if (values.url !== undefined) urls.set(link_id, values.url);
  }
  return [...urls].map(([link_id, url]) => ({ link_id, url }));
}
