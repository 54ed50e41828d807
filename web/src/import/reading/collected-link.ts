import { NOTE_MAX_LENGTH, URL_MAX_LENGTH } from '@foldmark/contract/limits';
import { placeholderName } from '@foldmark/contract/link-url';

import type { FileLink } from '#web/import/library-file.ts';
import { TOP } from '#web/import/library-file.ts';

import { cleanNote, cleanTag, cleanTitle, cutNote } from './clean-text.ts';
import { exactNote, exactTitle } from './exact.ts';
import type { RawEntry } from './raw-entry.ts';

/** One link of the result, made of all entries with its url. */
export class CollectedLink {
  readonly #url: string;
  readonly #trashed: boolean;
  #title = '';
  #created: string | null = null;
  readonly #folders = new Set<number>();
  /** Spellings by lower case: the first one counts. */
  readonly #tags = new Map<string, string>();
  readonly #notes = new Set<string>();
  #noteLength = 0;
  #favorite = false;
  /** True only if every entry is archived. */
  #archived = true;
  #unread = false;
  #cover = '';

  constructor(url: string, trashed: boolean) {
    this.#url = url;
    this.#trashed = trashed;
  }

  /** Returns how many memberships are new. */
  addFolders(folders: readonly number[]): number {
    if (folders.length === 0) this.#folders.add(TOP);
    const before = this.#folders.size;
    for (const folder of folders) this.#folders.add(folder);
    return this.#folders.size - before;
  }

  /** Fills what earlier entries left empty. Returns false if the note had to be cut. */
  addFacts(entry: RawEntry, created: string | null): boolean {
    const isExact = entry.distinct === true;
    this.#title ||= isExact ? exactTitle(entry.title ?? '') : this.#realTitle(entry.title ?? '');
    if (created !== null && (this.#created === null || created < this.#created)) this.#created = created;
    for (const raw of entry.tags ?? []) {
      const tag = cleanTag(raw);
      const key = tag.toLowerCase();
      if (tag !== '' && !this.#tags.has(key)) this.#tags.set(key, tag);
    }
    this.#favorite ||= entry.favorite === true;
    this.#archived &&= entry.archived === true;
    this.#unread ||= entry.unread === true;
    this.#cover ||= cleanCover(entry.cover ?? '');
    return this.#addNote((isExact ? exactNote : cleanNote)(entry.note ?? ''));
  }

  finish(): FileLink {
    return {
      url: this.#url,
      title: this.#title || placeholderName(this.#url),
      created: this.#created,
      folders: [...this.#folders],
      tags: [...this.#tags.values()],
      note: cutNote([...this.#notes].join('\n\n')),
      ...(this.#favorite && { favorite: true }),
      ...(this.#archived && { archived: true }),
      ...(this.#unread && { unread: true }),
      ...(this.#cover !== '' && { cover: this.#cover }),
      ...(this.#trashed && { trashed: true }),
    };
  }

  /** Empty if the title only repeats the url. */
  #realTitle(raw: string): string {
    const title = cleanTitle(raw);
    return title === this.#url || title === cleanTitle(this.#url) ? '' : title;
  }

  #addNote(note: string): boolean {
    if (note === '' || this.#notes.has(note)) return true;
    // A url that stands in thousands of folders may have a note in each.
    if (this.#noteLength <= NOTE_MAX_LENGTH) {
      this.#notes.add(note);
      this.#noteLength += note.length + (this.#noteLength === 0 ? 0 : 2);
    }
    return this.#noteLength <= NOTE_MAX_LENGTH;
  }
}

/** The address of an image. Data urls are icons of the page or too large. */
function cleanCover(raw: string): string {
  const cover = raw.trim();
  return /^https?:/i.test(cover) && cover.length <= URL_MAX_LENGTH && URL.canParse(cover) ? cover : '';
}
