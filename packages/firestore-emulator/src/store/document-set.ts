import type { FieldPath } from '#firestore/model/field-path.ts';
import { formatFieldPath } from '#firestore/model/field-path.ts';
import type { Document } from '#firestore/model/document.ts';
import type { Entry } from '#firestore/store/entry.ts';
import type { IndexKind } from '#firestore/store/field-index.ts';
import { FieldIndex } from '#firestore/store/field-index.ts';
import { compareNames } from '#firestore/model/name-order.ts';
import { SortedList } from '#firestore/store/sorted-list.ts';

/** Queries on ever new fields must not exhaust the memory. Above this limit, the least recently used index is evicted. */
const MAX_INDEXES = 32;

/** The documents of a collection, a collection group or a database, sorted by name, with indexes of queried fields. */
export class DocumentSet {
  /** Includes deleted documents as long as reads in the past can need them. */
  readonly entries: SortedList<Entry>;
  readonly #indexes = new Map<string, FieldIndex>();
  #live = 0;

  /** `prefixLength` is the length of the prefix that all names share. */
  constructor(prefixLength: number) {
    this.entries = new SortedList((a, b) => compareNames(a.name, b.name, prefixLength));
  }

  /** The number of documents that currently exist. */
  get live(): number {
    return this.#live;
  }

  load(entries: Entry[]): void {
    this.entries.load(entries);
    for (const { document } of entries) if (document !== null) this.#live += 1;
  }

  add(entry: Entry): void {
    this.entries.add(entry);
  }

  drop(entry: Entry): void {
    this.entries.remove(entry);
  }

  documentChanged(entry: Entry, before: Document | null, after: Document | null): void {
    this.#live += Number(after !== null) - Number(before !== null);
    for (const index of this.#indexes.values()) index.change(entry, before, after);
  }

  /** Builds the index on first use, and then updates it with every change. */
  index(path: FieldPath, kind: IndexKind): FieldIndex {
    const key = `${kind} ${formatFieldPath(path)}`;
    const index = this.#indexes.get(key) ?? new FieldIndex(path, kind, this.entries.ascending());
    this.#indexes.delete(key);
    this.#indexes.set(key, index);
    const [leastRecentlyUsed] = this.#indexes.keys();
    if (this.#indexes.size > MAX_INDEXES && leastRecentlyUsed !== undefined) {
      this.#indexes.delete(leastRecentlyUsed);
    }
    return index;
  }
}
