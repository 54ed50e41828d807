import type { LinkRecord } from '@foldmark/library/entities/records';
import { STATUS_ACTIVE } from '@foldmark/library/entities/limits';

import { fold } from '@foldmark/library/search/fold';
import { type SearchIndex, searchIndexOf } from '@foldmark/library/search/search-index';
import { shownName } from '@foldmark/library/entities/link-text';
import type { Key } from '@foldmark/library/memory/keys';
import type { Library } from '@foldmark/library/memory/library';

import { lettersOf } from './fuzzy.ts';

/** How many names are folded before the time limit is checked again. */
const PART = 64;
/** After more changes, all names are prepared again in slices. */
const READ_AT_ONCE_MAX_COUNT = 1000;

/**
 * The folded names of all links of a library, prepared in slices. Most names come from the search, which has folded them already.
 */
export class NameIndex {
  readonly #library: Library;
  readonly #searchIndex: SearchIndex;
  readonly #records: (LinkRecord | undefined)[] = [];
  #all: readonly Key[] = [];
  #version = 0;
  readonly keys: Key[] = [];
  readonly names: string[] = [];
  readonly letters: number[] = [];

  constructor(library: Library) {
    this.#library = library;
    this.#searchIndex = searchIndexOf(library);
  }

  /** Begins to update the names. Reuses the names that have not changed since the last time. */
  refresh(): void {
    this.#all = this.#library.links({ kind: 'all' }).get();
    this.keys.length = 0;
    this.#version += 1;
  }

  /** Rereads links that may have changed. New links come last, so that the others keep their positions. */
  update(changed: ReadonlySet<Key>): void {
    if (changed.size === 0) return;
    if (changed.size > READ_AT_ONCE_MAX_COUNT) {
      this.refresh();
      return;
    }
    const added = new Set(changed);
    for (let at = 0; at < this.#all.length; at += 1) {
      const key = this.#all[at] ?? 0;
      if (added.delete(key) && at < this.keys.length) this.#prepareAt(at, key);
    }
    if (added.size > 0) this.#all = [...this.#all, ...added];
    this.#version += 1;
  }

  /** Increases when prepared names have changed. */
  get version(): number {
    return this.#version;
  }

  get isReady(): boolean {
    return this.keys.length >= this.#all.length;
  }

  /** Prepares names until the time limit. */
  prepare(isOver: () => boolean): void {
    while (!this.isReady && !isOver()) {
      const end = Math.min(this.keys.length + PART, this.#all.length);
      for (let at = this.keys.length; at < end; at += 1) this.#prepareAt(at, this.#all[at] ?? 0);
    }
  }

  #prepareAt(at: number, key: Key): void {
    this.keys[at] = key;
    const link = this.#library.link(key);
    if (link?.status_id !== STATUS_ACTIVE) {
      this.names[at] = '';
      this.letters[at] = 0;
      this.#records[at] = undefined;
    } else if (this.#records[at] !== link) {
      const shown = shownName(link.name, link.url);
      const name = shown === link.name ? this.#searchIndex.textOf(key, link).name : fold(shown);
      this.#records[at] = link;
      this.names[at] = name;
      this.letters[at] = lettersOf(name);
    }
  }
}

const indexes = new WeakMap<Library, NameIndex>();

/** Keeps the index with its library, so that quick open is ready sooner the next time. */
export function nameIndexOf(library: Library): NameIndex {
  const known = indexes.get(library);
  if (known !== undefined) return known;
  const index = new NameIndex(library);
  indexes.set(library, index);
  return index;
}
