import { watchedPathsOf } from '#firestore/listen/query-view.ts';
import type { Delta, RemovedDocument, View } from '#firestore/listen/view.ts';
import { compare, matches, type Query } from '#firestore/query/query.ts';
import { runQuery } from '#firestore/query/run-query.ts';
import type { Document } from '#firestore/model/document.ts';
import type { Store } from '#firestore/store/store.ts';
import type { Change } from '#firestore/model/write.ts';

/** A view of a query with a limit or an offset. It keeps the first results, and queries the store only to fill a gap. */
export function createWindowView(store: Store, query: Query): View {
  const window = new ResultWindow(store, query);
  return {
    watchedPaths: watchedPathsOf(query),
    mask: query.select,
    query,
    dependsOnContent: false,
    start() {
      window.fill();
      return { documents: window.visible(), missing: [], skipped: window.skipped() };
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
    authorize: (authorizer, caller, time) => authorizer.list(caller, query, time),
  };
}

class ResultWindow {
  readonly #store: Store;
  readonly #query: Query;
  readonly #offset: number;
  readonly #capacity: number;
  /** The first results in the query's order, including those that the offset skips. */
  #documents: Document[] = [];
  /** All results outside the window follow this document. Null if there are no such results. */
  #boundary: Document | null = null;

  constructor(store: Store, query: Query) {
    this.#store = store;
    this.#query = query;
    this.#offset = query.offset;
    this.#capacity = query.limit === null ? Infinity : query.offset + query.limit;
  }

  visible(): readonly Document[] {
    return this.#documents.slice(this.#offset);
  }

  skipped(): number {
    return Math.min(this.#offset, this.#documents.length);
  }

  fill(): void {
    const limit = this.#capacity === Infinity ? null : this.#capacity;
    this.#documents = runQuery(this.#store, { ...this.#query, offset: 0, limit });
    this.#boundary = this.#documents.length < this.#capacity ? null : (this.#documents.at(-1) ?? null);
  }

  change(changes: readonly Change[]): void {
    if (this.#capacity === 0) return;
    for (const { before, after } of changes) {
      if (before !== null) this.#remove(before);
      if (after !== null && this.#belongs(after)) this.#documents.splice(this.#indexOf(after), 0, after);
    }
    if (this.#documents.length > this.#capacity) {
      this.#documents.length = this.#capacity;
      this.#boundary = this.#documents.at(-1) ?? null;
    } else if (this.#boundary !== null && this.#documents.length < this.#capacity) this.fill();
  }

  #belongs(document: Document): boolean {
    if (!matches(this.#query, document)) return false;
    return this.#boundary === null || compare(this.#query, document, this.#boundary) <= 0;
  }

  #remove(document: Document): void {
    const at = this.#indexOf(document);
    if (this.#documents[at]?.name === document.name) this.#documents.splice(at, 1);
  }

  /** The index of a document, or the index at which to insert it. */
  #indexOf(document: Document): number {
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
  const updated: Document[] = [];
  let added = 0;
  for (const document of now) {
    const previous = old.get(document.name);
    if (previous === undefined) added += 1;
    if (previous !== document) updated.push(document);
    old.delete(document.name);
  }
  const changed = new Map<string, Document | null>();
  if (old.size > 0) for (const { name, after } of changes) changed.set(name, after);
  const removed = [...old.values()].map((document): RemovedDocument => {
    const after = changed.get(document.name);
    return after === undefined
      ? { name: document.name, document, changed: false }
      : { name: document.name, document: after, changed: true };
  });
  return { updated, removed, added };
}
