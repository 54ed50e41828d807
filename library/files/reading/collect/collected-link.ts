import { NOTE_MAX_LENGTH, URL_MAX_LENGTH } from '#library/entities/limits.ts';
import { placeholderName } from '#library/entities/link-url.ts';
import { pageDescription } from '#library/entities/page-text.ts';

import type { FileLink } from '#library/files/library-file.ts';
import { TOP } from '#library/files/library-file.ts';

import { cleanTag, cutNote } from '#library/files/reading/clean/clean-text.ts';
import type { Cleaning } from '#library/files/reading/clean/cleaning.ts';
import type { RawEntry } from './raw-entry.ts';

/** From this number of folders, a link looks its folders up in a set. */
const MANY = 16;

/** One link of the result, made of all entries with its url. */
export class CollectedLink {
  readonly #url: string;
  readonly #trashed: boolean;
  #title = '';
  #created: string | null = null;
  /** Most links have one folder, no tag and at most one note, so sets and maps are created only when needed. */
  readonly #folders: number[] = [];
  #manyFolders: Set<number> | null = null;
  /** The spellings of tags by lower case. The first spelling counts. */
  #tags: Map<string, string> | null = null;
  #notes: Set<string> | null = null;
  #noteLength = 0;
  #favorite = false;
  /** True only if every entry of this link is archived. */
  #archived = true;
  #unread = false;
  #cover = '';
  #description = '';
  #distinctFrom: Set<number> | null = null;

  constructor(url: string, trashed: boolean) {
    this.#url = url;
    this.#trashed = trashed;
  }

  /** Adds folders. Returns the number of new memberships. */
  addFolders(folders: readonly number[]): number {
    const inside = folders.filter((folder) => folder !== TOP);
    if (inside.length === 0) this.#addFolder(TOP);
    const before = this.#folders.length;
    for (const folder of inside) this.#addFolder(folder);
    return this.#folders.length - before;
  }

  /** Fills in values that earlier entries left empty. Returns false if the note had to be cut. */
  addFacts(entry: RawEntry, created: string | null, cleaning: Cleaning): boolean {
    this.#title ||= cleaning.title(entry.title ?? '', this.#url, entry.url ?? '');
    if (created !== null && (this.#created === null || created < this.#created)) this.#created = created;
    for (const raw of entry.tags ?? []) this.#addTag(cleanTag(raw));
    this.#favorite ||= entry.favorite === true;
    this.#archived &&= entry.archived === true;
    this.#unread ||= entry.unread === true;
    this.#cover ||= cleanCover(entry.cover ?? '');
    this.#description ||= pageDescription(entry.description ?? '');
    return this.#addNote(cleaning.note(entry.note ?? ''));
  }

  /** `position` is the position of an earlier link. */
  addDistinct(position: number): void {
    this.#distinctFrom ??= new Set();
    this.#distinctFrom.add(position);
  }

  finish(): FileLink {
    return {
      url: this.#url,
      title: this.#title || placeholderName(this.#url),
      created: this.#created,
      folders: this.#folders,
      tags: [...(this.#tags?.values() ?? [])],
      note: this.#notes === null ? '' : cutNote([...this.#notes].join('\n\n')),
      ...(this.#favorite && { favorite: true }),
      ...(this.#archived && { archived: true }),
      ...(this.#unread && { unread: true }),
      ...(this.#cover !== '' && { cover: this.#cover }),
      ...(this.#description !== '' && { description: this.#description }),
      ...(this.#trashed && { trashed: true }),
      ...(this.#distinctFrom !== null && { distinctFrom: [...this.#distinctFrom] }),
    };
  }

  #addFolder(folder: number): void {
    const isKnown = this.#manyFolders?.has(folder) ?? this.#folders.includes(folder);
    if (isKnown) return;
    this.#folders.push(folder);
    // A url can be in thousands of folders.
    if (this.#folders.length === MANY) this.#manyFolders = new Set(this.#folders);
    else this.#manyFolders?.add(folder);
  }

  #addTag(tag: string): void {
    const key = tag.toLowerCase();
    if (tag === '' || this.#tags?.has(key) === true) return;
    this.#tags ??= new Map();
    this.#tags.set(key, tag);
  }

  #addNote(note: string): boolean {
    if (note === '' || this.#notes?.has(note) === true) return true;
    // A url can be in thousands of folders, and have a note in each.
    if (this.#noteLength <= NOTE_MAX_LENGTH) {
      this.#notes ??= new Set();
      this.#notes.add(note);
      this.#noteLength += note.length + (this.#noteLength === 0 ? 0 : 2);
    }
    return this.#noteLength <= NOTE_MAX_LENGTH;
  }
}

/** The url of an image. Data urls are ignored, because they are icons or too large. */
function cleanCover(raw: string): string {
  const cover = raw.trim();
  return /^https?:/i.test(cover) && cover.length <= URL_MAX_LENGTH && URL.canParse(cover) ? cover : '';
}
