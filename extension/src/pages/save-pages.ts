import type { BatchableChange } from '@foldmark/library/changes/changes';
import { LINK_NAME_MAX_LENGTH, NOTE_MAX_LENGTH, URL_MAX_LENGTH } from '@foldmark/library/entities/limits';
import { pageTitle } from '@foldmark/library/entities/page-text';
import type { Key } from '@foldmark/library/memory/keys';

import type { NewGesture } from '#extension/queue/perform.ts';

export interface NewPage {
  readonly url: string;
  /** Empty for a page without a title: then the server reads it. */
  readonly title: string;
  readonly note?: string;
  readonly folders?: readonly Key[];
  readonly isFavorite?: boolean;
}

type NewRef = () => number;

/** Saves a page as a link. Returns the key of the link too. */
export function savePage(page: NewPage, newRef: NewRef): NewGesture & { readonly link: Key } {
  const link = newRef();
  return { label: 'Added a link', changes: creation(page, link), link };
}

/** Whether a page can be saved: not a page of the browser itself. */
export function isWebPage(url: string): boolean {
  return /^https?:\/\//i.test(url) && url.length <= URL_MAX_LENGTH;
}

/** The title of a tab as a name. Empty if the browser shows the url instead: then the server reads the title. */
export function tabTitle(title: string, url: string): string {
  const name = pageTitle(title);
  return shortUrl(name) === shortUrl(url) ? '' : name;
}

/** As Chrome shows the url of a page without a title. */
function shortUrl(url: string): string {
  return url.replace(/^https?:\/\//i, '').replace(/\/$/, '');
}

function creation({ url, title, note = '', folders = [], isFavorite = false }: NewPage, link_id: Key) {
  const name = cut(title.trim(), LINK_NAME_MAX_LENGTH);
  const text = cut(note.trim(), NOTE_MAX_LENGTH);
  const values = { ...(name === '' ? {} : { name }), ...(text === '' ? {} : { note: text }) };
  const changes: BatchableChange[] = [{ kind: 'link.create', ref: link_id, url }];
  if (Object.keys(values).length > 0) changes.push({ kind: 'link.set', link_id, ...values });
  for (const folder_id of folders) changes.push({ kind: 'member.set', folder_id, link_id, present: true });
  if (isFavorite) changes.push({ kind: 'favorite.set', object_type: 'link', object_id: link_id, on: true });
  return changes;
}

function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed();
}
