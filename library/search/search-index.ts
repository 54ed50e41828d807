import type { LinkRecord } from '#library/entities/records.ts';
import { newLink } from '#library/entities/new-link.ts';

import type { Key } from '#library/memory/keys.ts';
import type { Library } from '#library/memory/library.ts';

import { fold, hasMarks } from './fold.ts';
import { readableUrl } from './readable-url.ts';

/** The folded texts of a link. A change of the link updates this object in place, so that lists of texts stay valid. */
export interface SearchText {
  /** The link as it was when its texts were folded. */
  readonly source: LinkRecord;
  readonly name: string;
  readonly url: string;
  /** Further texts. Null for most links, which saves memory with 100,000 of them. */
  readonly more: MoreText | null;
}

interface MoreText {
  /** The url as users read it. Empty if it is the same as the url. */
  readonly readable: string;
  readonly note: string;
  /** What the page says about itself. */
  readonly description: string;
  /**
   * Name and url in lower case, if they have marks. Folding can join such a mark with the letter before it, and a search for
   * one of the two alone would fail.
   */
  readonly rawName: string;
  readonly rawUrl: string;
}

type IndexedLibrary = Pick<Library, 'link' | 'links' | 'watchLinks'>;

/** The list of all links, and the long results of the last key presses. */
const MAX_LISTS = 6;
/** Looking up the texts of a shorter list takes less than a millisecond. */
const MIN_LIST = 500;

interface TextList {
  readonly keys: readonly Key[];
  readonly texts: readonly SearchText[];
}

/** The texts that a search compares. Each link is folded once. */
export class SearchIndex {
  readonly #library: IndexedLibrary;
  readonly #texts = new Map<Key, StoredText>();
  /** The texts of lists, in the order of their keys, because looking up 100,000 keys takes longer than comparing their texts. */
  #lists: readonly TextList[] = [];
  #prepared: { readonly keys: readonly Key[]; readonly texts: SearchText[] } = { keys: [], texts: [] };

  constructor(library: IndexedLibrary) {
    this.#library = library;
    library.watchLinks((changed) => {
      this.#follow(changed);
    });
  }

  get size(): number {
    return this.#texts.size;
  }

  linkOf(key: Key): LinkRecord | undefined {
    return this.#library.link(key);
  }

  textOf(key: Key, link: LinkRecord): SearchText {
    const known = this.#texts.get(key);
    if (known !== undefined) {
      if (known.source !== link) known.read(link);
      return known;
    }
    const text = new StoredText(link);
    this.#texts.set(key, text);
    return text;
  }

  /** The texts of a list, in its order. Null if this list was not kept. */
  textsOf(keys: readonly Key[]): readonly SearchText[] | null {
    return this.#lists.find((list) => list.keys === keys)?.texts ?? null;
  }

  /** Keeps the texts of a list for the next search. */
  keepTexts(keys: readonly Key[], texts: readonly SearchText[]): void {
    if (keys.length < MIN_LIST) return;
    const all = this.#lists.filter((list) => list.keys === this.#prepared.keys);
    const others = this.#lists.filter((list) => list.keys !== keys && !all.includes(list));
    this.#lists = [...all, { keys, texts }, ...others].slice(0, MAX_LISTS);
  }

  /** Folds `count` links before the first search. Returns where to continue, or null when all are ready. */
  prepare(from: number, count: number): number | null {
    const keys = this.#library.links({ kind: 'all' }).get();
    if (from === 0) this.#prepared = { keys, texts: [] };
    for (const key of keys.slice(from, from + count)) {
      const link = this.#library.link(key);
      if (link !== undefined) this.#prepared.texts.push(this.textOf(key, link));
    }
    if (from + count < keys.length) return from + count;
    if (keys === this.#prepared.keys) this.#lists = [this.#prepared];
    return null;
  }

  #follow(changed: ReadonlySet<Key>): void {
    for (const key of changed) {
      const link = this.#library.link(key);
      if (link === undefined) this.#texts.delete(key);
      else if (this.#texts.has(key)) this.textOf(key, link);
    }
  }
}

const indexes = new WeakMap<object, SearchIndex>();

/** The search index of a library. The first search creates it, because its code is loaded later than the library. */
export function searchIndexOf(library: IndexedLibrary): SearchIndex {
  const known = indexes.get(library);
  if (known !== undefined) return known;
  const index = new SearchIndex(library);
  indexes.set(library, index);
  return index;
}

/** The texts of a link that may not be in the index. */
export function textOfLink(link: LinkRecord): SearchText {
  return new StoredText(link);
}

/** The texts of an item that has only a name, such as a folder. */
export function textOfName(name: string): SearchText {
  return new StoredText({ ...newLink(0, ''), name, created_at: 0, updated_at: 0 });
}

class StoredText implements SearchText {
  source: LinkRecord;
  name: string;
  url: string;
  more: MoreText | null;

  constructor(link: LinkRecord) {
    this.source = link;
    this.name = fold(link.name);
    this.url = fold(link.url);
    this.more = moreOf(link);
  }

  /** Folds only the texts that have changed. */
  read(link: LinkRecord): void {
    const { source } = this;
    this.source = link;
    if (TEXTS.every((field) => link[field] === source[field])) return;
    this.name = fold(link.name);
    this.url = fold(link.url);
    this.more = moreOf(link);
  }
}

/** The fields of a link that are folded. */
const TEXTS = ['name', 'url', 'note', 'description'] as const;

function moreOf(link: LinkRecord): MoreText | null {
  const readableForm = readableUrl(link.url);
  const readable = readableForm === link.url ? '' : fold(readableForm);
  const rawName = rawText(link.name);
  const rawUrl = rawText(link.url);
  const { note, description } = link;
  return [readable, note, description, rawName, rawUrl].every((text) => text === '')
    ? null
    : { readable, note: fold(note), description: fold(description), rawName, rawUrl };
}

function rawText(text: string): string {
  return hasMarks(text) ? text.toLowerCase() : '';
}
