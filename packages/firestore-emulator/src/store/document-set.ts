import type { FieldPath } from '#firestore/model/field-path.ts';
import { formatFieldPath } from '#firestore/model/field-path.ts';
import type { Document } from '#firestore/model/document.ts';
import type { Entry } from '#firestore/store/entry.ts';
import type { IndexKind } from '#firestore/store/field-index.ts';
import { FieldIndex } from '#firestore/store/field-index.ts';
import { compareNames } from '#firestore/model/name-order.ts';
import { SortedList } from '#firestore/store/sorted-list.ts';

/** Whoever asks for ever new fields must not fill the memory with indexes: the one unused for longest goes. */
const MAX_INDEXES = 32;

/** The documents of a collection, a collection group or a database, by name and by whichever fields queries ask for. */
export class DocumentSet {
  /** Also names whose document is gone while someone may still read it as it was. */
  readonly entries: SortedList<Entry>;
  readonly #indexes = new Map<string, FieldIndex>();
  #live = 0;

  /** `common` is how many leading characters all names share. */
  constructor(common: number) {
    this.entries = new SortedList((a, b) => compareNames(a.name, b.name, common));
  }

  /** How many documents there are now. */
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

  changed(entry: Entry, before: Document | null, after: Document | null): void {
    this.#live += Number(after !== null) - Number(before !== null);
    for (const index of this.#indexes.values()) index.change(entry, before, after);
  }

  /** Builds the index the first time; from then on it follows every change. */
  index(path: FieldPath, kind: IndexKind): FieldIndex {
    const key = `${kind} ${formatFieldPath(path)}`;
    const index = this.#indexes.get(key) ?? new FieldIndex(path, kind, this.entries.ascending());
    this.#indexes.delete(key);
    this.#indexes.set(key, index);
    const [oldest] = this.#indexes.keys();
    if (this.#indexes.size > MAX_INDEXES && oldest !== undefined) this.#indexes.delete(oldest);
    return index;
  }
}
