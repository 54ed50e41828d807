import { placesOf } from '#firestore/listen/query-view.ts';
import type { Delta, Gone, View } from '#firestore/listen/view.ts';
import { compare, matches, type Query } from '#firestore/query/query.ts';
import { runQuery } from '#firestore/query/run-query.ts';
import type { Document } from '#firestore/model/document.ts';
import type { Store } from '#firestore/store/store.ts';
import type { Change } from '#firestore/model/write.ts';

/** A query with a limit or an offset: remembers the first documents, and asks the store only to fill a gap. */
export function createWindowView(store: Store, query: Query): View {
  const window = new ResultWindow(store, query);
  return {
    places: placesOf(query),
    mask: query.select,
    dependsOnContent: false,
    start() {
      window.fill();
      return { documents: window.visible(), missing: [] };
    },
    resume(since, changes) {
      const before = runQuery(store, query, since);
      window.fill();
      return difference(before, window.visible(), changes);
    },
    apply(changes) {
      const before = window.visible();
      window.change(changes);
      return difference(before, window.visible(), changes);
    },
    count: () => window.visible().length,
    permit: (authorizer, caller, time) => authorizer.list(caller, query, time),
  };
}

class ResultWindow {
  readonly #store: Store;
  readonly #query: Query;
  readonly #offset: number;
  readonly #capacity: number;
  /** In the query's order, from the first result on, those that the offset skips included. */
  #documents: Document[] = [];
  /** Every result that is not in the window comes after this one; null where there is none. */
  #edge: Document | null = null;

  constructor(store: Store, query: Query) {
    this.#store = store;
    this.#query = query;
    this.#offset = query.offset;
    this.#capacity = query.limit === null ? Infinity : query.offset + query.limit;
  }

  visible(): readonly Document[] {
    return this.#documents.slice(this.#offset);
  }

  fill(): void {
    const limit = this.#capacity === Infinity ? null : this.#capacity;
    this.#documents = runQuery(this.#store, { ...this.#query, offset: 0, limit });
    this.#edge = this.#documents.length < this.#capacity ? null : (this.#documents.at(-1) ?? null);
  }

  change(changes: readonly Change[]): void {
    if (this.#capacity === 0) return;
    for (const { before, after } of changes) {
      if (before !== null) this.#remove(before);
      if (after !== null && this.#fits(after)) this.#documents.splice(this.#place(after), 0, after);
    }
    if (this.#documents.length > this.#capacity) {
      this.#documents.length = this.#capacity;
      this.#edge = this.#documents.at(-1) ?? null;
    } else if (this.#edge !== null && this.#documents.length < this.#capacity) this.fill();
  }

  #fits(document: Document): boolean {
    if (!matches(this.#query, document)) return false;
    return this.#edge === null || compare(this.#query, document, this.#edge) <= 0;
  }

  #remove(document: Document): void {
    const at = this.#place(document);
    if (this.#documents[at]?.name === document.name) this.#documents.splice(at, 1);
  }

  /** Where a document is, or would be. */
  #place(document: Document): number {
    let [low, high] = [0, this.#documents.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#documents[middle];
      if (other !== undefined && compare(this.#query, other, document) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function difference(before: readonly Document[], now: readonly Document[], changes: Iterable<Change>): Delta {
  const old = new Map(before.map((document) => [document.name, document]));
  const shown: Document[] = [];
  let added = 0;
  for (const document of now) {
    const known = old.get(document.name);
    if (known === undefined) added += 1;
    if (known !== document) shown.push(document);
    old.delete(document.name);
  }
  const changed = new Map<string, Document | null>();
  if (old.size > 0) for (const { name, after } of changes) changed.set(name, after);
  const gone = [...old.values()].map((document): Gone => {
    const after = changed.get(document.name);
    return after === undefined
      ? { name: document.name, document, changed: false }
      : { name: document.name, document: after, changed: true };
  });
  return { shown, gone, added };
}
