import type { BatchableChange } from '@foldmark/library/changes/changes';
import { likelyKey } from '@foldmark/library/duplicates/link-identity';
import {
  LINK_NAME_MAX_LENGTH,
  NOTE_MAX_LENGTH,
  ROOT_FOLDER_ID,
  URL_MAX_LENGTH,
} from '@foldmark/library/entities/limits';
import type { Key } from '@foldmark/library/memory/keys';
import { numberText } from '@foldmark/library/text/number-text';

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

export interface Tab {
  readonly url?: string | undefined;
  readonly title?: string | undefined;
}

export interface SavedTabs {
  /** Null if there is nothing to save. */
  readonly gesture: NewGesture | null;
  readonly saved: number;
  /** The tabs whose page is saved already. */
  readonly known: number;
}

/**
 * Saves the pages of tabs in a new folder, as one gesture. A page that is open twice is saved once. Leaves out pages of the browser
 * itself, and urls that are too long.
 */
export function saveTabs(tabs: readonly Tab[], { folderName, isKnown, newRef }: SaveTabsOptions): SavedTabs {
  const pages = new Map<string, NewPage>();
  let known = 0;
  for (const { url = '', title = '' } of tabs) {
    if (!isWebPage(url)) continue;
    const key = likelyKey(url);
    if (isKnown(url)) known += 1;
    else if (!pages.has(key)) pages.set(key, { url, title });
  }
  const saved = pages.size;
  if (saved === 0) return { gesture: null, saved, known };
  const folder = newRef();
  const links = [...pages.values()].flatMap((page) => creation({ ...page, folders: [folder] }, newRef()));
  const changes: BatchableChange[] = [
    { kind: 'folder.create', ref: folder, name: folderName, parent_folder_id: ROOT_FOLDER_ID },
    ...links,
  ];
  const label = `Saved ${numberText(saved)} ${saved === 1 ? 'tab' : 'tabs'}`;
  return { gesture: { label, changes }, saved, known };
}

export interface SaveTabsOptions {
  /** For example `Tabs, 27 Nov 2026`. */
  readonly folderName: string;
  readonly isKnown: (url: string) => boolean;
  readonly newRef: NewRef;
}

/** Whether a page can be saved: not a page of the browser itself. */
export function isWebPage(url: string): boolean {
  return /^https?:\/\//i.test(url) && url.length <= URL_MAX_LENGTH;
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
