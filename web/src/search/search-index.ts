import type { LinkRecord } from '@foldmark/contract/library-records';

import type { Key } from '#web/sync/library/keys.ts';
import type { Library } from '#web/sync/library/library.ts';

import { fold, hasMarks } from './fold.ts';
import { readableUrl } from './readable-url.ts';

/** The folded texts of a link. */
export interface SearchText {
  readonly source: LinkRecord;
  readonly name: string;
  readonly url: string;
  /** Null for most links, so that 100,000 of them stay small. */
  readonly more: MoreText | null;
}

interface MoreText {
  /** The url as people read it. Empty if it is the same. */
  readonly readable: string;
  readonly note: string;
  /**
   * Name and url in lower case, if they have marks. Folding can join such a mark with the letter before it, and a search for
   * one of the two alone would fail.
   */
  readonly rawName: string;
  readonly rawUrl: string;
}

/** Below this, links that are gone are not looked for. */
const MIN_SWEEP = 1000;

/** The texts that a search compares, folded once per link. */
export class SearchIndex {
  readonly #library: Pick<Library, 'link' | 'links'>;
  readonly #texts = new Map<Key, SearchText>();
  #sweepAt = MIN_SWEEP;

  constructor(library: Pick<Library, 'link' | 'links'>) {
    this.#library = library;
  }

  get size(): number {
    return this.#texts.size;
  }

  textOf(key: Key, link: LinkRecord): SearchText {
    const known = this.#texts.get(key);
    if (known?.source === link) return known;
    const text = readText(link);
    this.#texts.set(key, text);
    if (this.#texts.size > this.#sweepAt) this.#sweep();
    return text;
  }

  /** Folds `count` links before the first search. Returns where to continue, or null when all are ready. */
  prepare(from: number, count: number): number | null {
    const keys = this.#library.links({ kind: 'all' }).get();
    for (const key of keys.slice(from, from + count)) {
      const link = this.#library.link(key);
      if (link !== undefined) this.textOf(key, link);
    }
    return from + count < keys.length ? from + count : null;
  }

  #sweep(): void {
    for (const key of this.#texts.keys()) if (this.#library.link(key) === undefined) this.#texts.delete(key);
    this.#sweepAt = Math.max(MIN_SWEEP, this.#texts.size * 2);
  }
}

const indexes = new WeakMap<object, SearchIndex>();

/** The index of a library. It is created by the first search, whose code is loaded later than the library. */
export function searchIndexOf(library: Pick<Library, 'link' | 'links'>): SearchIndex {
  const known = indexes.get(library);
  if (known !== undefined) return known;
  const index = new SearchIndex(library);
  indexes.set(library, index);
  return index;
}

function readText(link: LinkRecord): SearchText {
  const name = fold(link.name);
  const url = fold(link.url);
  const readableForm = readableUrl(link.url);
  const readable = readableForm === link.url ? '' : fold(readableForm);
  const rawName = rawText(link.name);
  const rawUrl = rawText(link.url);
  const more =
    readable === '' && link.note === '' && rawName === '' && rawUrl === ''
      ? null
      : { readable, note: fold(link.note), rawName, rawUrl };
  return { source: link, name, url, more };
}

function rawText(text: string): string {
  return hasMarks(text) ? text.toLowerCase() : '';
}
