import type { BoundCommand } from '#web/commands/command.ts';
import type { Key } from '@foldmark/library/memory/keys';
import type { Library } from '@foldmark/library/memory/library';
import { createStore, type Readable } from '#web/sync/store.ts';

import { Extras } from './extras.ts';
import { Finder } from './finder.ts';
import { type FuzzyQuery, fuzzyQuery } from './fuzzy.ts';
import { recentLinksOf, type Item } from './items.ts';
import { type NameIndex, nameIndexOf } from './name-index.ts';

/** How long a key press, or a slice of the preparation, may take. A frame has 16 ms, and rendering needs the rest. */
const SLICE_MS = 6;

interface Found {
  readonly query: FuzzyQuery;
  readonly items: readonly Item[];
}

/** Searches a library in slices, so that no key waits for 100,000 names. */
export class SlicedSearch {
  readonly #library: Library;
  readonly #index: NameIndex;
  readonly #finder: Finder<Item>;
  readonly #found = createStore<Found>({ query: fuzzyQuery(''), items: [] });
  /** The links that may have changed since the last key. */
  readonly #changed = new Set<Key>();
  #isPublished = true;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(library: Library, commands: readonly BoundCommand[], recent: readonly Item[]) {
    this.#library = library;
    this.#index = nameIndexOf(library);
    const extras = new Extras(library, commands, recent);
    this.#finder = new Finder({
      links: this.#index,
      extras: () => extras.list(),
      recentLinks: new Set(recentLinksOf(recent)),
    });
  }

  /** The results of the last search that is complete. */
  get found(): Readable<Found> {
    return this.#found;
  }

  /** Prepares the names, and searches the last typed text. Returns a function that stops all work. */
  open(text: string): () => void {
    this.#index.refresh();
    const stopWatching = this.#library.watchLinks((changed) => {
      for (const key of changed) this.#changed.add(key);
    });
    if (text === '') this.#continueLater();
    else this.find(text);
    return () => {
      clearTimeout(this.#timer);
      stopWatching();
    };
  }

  find(text: string): void {
    const isOver = timeLimit();
    this.#index.update(this.#changed);
    this.#changed.clear();
    this.#finder.start(text);
    this.#isPublished = false;
    this.#work(isOver);
  }

  /** Completes the last search at once. */
  finish(): readonly Item[] {
    while (!this.#isPublished) this.#work(() => false);
    return this.#found.get().items;
  }

  #work(isOver: () => boolean): void {
    this.#finder.run(isOver);
    if (this.#finder.isDone && !this.#isPublished) this.#publish();
    this.#index.prepare(isOver);
    this.#continueLater();
  }

  #continueLater(): void {
    clearTimeout(this.#timer);
    if (this.#finder.isDone && this.#isPublished && this.#index.isReady) return;
    this.#timer = setTimeout(() => {
      this.#work(timeLimit());
    });
  }

  #publish(): void {
    this.#isPublished = true;
    const items = this.#finder.results.map(({ item }): Item =>
      typeof item === 'number' ? { kind: 'link', key: item } : item,
    );
    this.#found.set({ query: this.#finder.query, items });
  }
}

function timeLimit(): () => boolean {
  const end = performance.now() + SLICE_MS;
  return () => performance.now() >= end;
}
