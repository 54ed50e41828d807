import type { Collection } from '#functions/store/collections.ts';
import { difference } from '@foldmark/library/entities/difference';
import type { Edit } from '#functions/store/library.ts';

interface Row<E> {
  /** The entity in Firestore. Null for a missing document and for a tombstone. */
  readonly stored: E | null;
  current: E | null;
}

/** The documents of one collection that a transaction has read or will write. */
export class Table<E extends object, K extends Partial<E>> {
  readonly #collection: Collection<E, K>;
  readonly #uid: string;
  readonly #rows = new Map<string, Row<E>>();
  /** The values of fields whose documents have all been read. */
  readonly #complete = new Set<string>();

  constructor(collection: Collection<E, K>, uid: string) {
    this.#collection = collection;
    this.#uid = uid;
  }

  pathOf(key: K): string {
    return this.#collection.path(this.#uid, key);
  }

  /** Undefined if the document has not been read. */
  at(path: string): E | null | undefined {
    return this.#rows.get(path)?.current;
  }

  /** Keeps a document that was read. Returns it with this transaction's changes. */
  keep(path: string, stored: E | null): E | null {
    const row = this.#rows.get(path) ?? { stored, current: stored };
    this.#rows.set(path, row);
    return row.current;
  }

  isCreated(path: string): boolean {
    const row = this.#rows.get(path);
    return row !== undefined && row.stored === null && row.current !== null;
  }

  removed(path: string): E | null {
    const row = this.#rows.get(path);
    return row === undefined || row.current !== null ? null : row.stored;
  }

  /** Changes a document. `stored` is its value in Firestore if it has not been read. */
  set(entity: E, current: E | null, stored: E | null): void {
    const path = this.pathOf(this.#collection.keyOf(entity));
    const row = this.#rows.get(path);
    if (row === undefined) this.#rows.set(path, { stored, current });
    else row.current = current;
  }

  /** The values for which `markComplete` was not called. */
  incomplete(field: keyof E & string, values: readonly (string | number)[]): (string | number)[] {
    return [...new Set(values)].filter((value) => !this.#complete.has(`${field} ${value}`));
  }

  markComplete(field: keyof E & string, values: readonly (string | number)[]): void {
    for (const value of values) this.#complete.add(`${field} ${value}`);
  }

  isComplete(field: keyof E & string, values: readonly (string | number)[]): boolean {
    return this.incomplete(field, values).length === 0;
  }

  /** The number of read documents that have one of the values in Firestore. */
  countStored(field: keyof E & string, values: readonly (string | number)[]): number {
    const among = new Set<unknown>(values);
    return [...this.#rows.values()].filter(({ stored }) => stored !== null && among.has(stored[field]))
      .length;
  }

  matching(field: keyof E & string, values: readonly (string | number)[]): E[] {
    const among = new Set<unknown>(values);
    return [...this.#rows.values()].flatMap(({ current }) =>
      current !== null && among.has(current[field]) ? [current] : [],
    );
  }

  edits(): Edit<E>[] {
    return [...this.#rows.values()].flatMap(({ stored: before, current: after }) =>
      before === after || (before !== null && after !== null && isSame(before, after))
        ? []
        : [{ before, after }],
    );
  }

  /** True if any document that was read exists. */
  get hasStored(): boolean {
    return [...this.#rows.values()].some(({ stored }) => stored !== null);
  }
}

function isSame<E extends object>(before: E, after: E): boolean {
  return Object.keys(difference(before, after)).length === 0;
}
