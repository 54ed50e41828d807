import type { FieldPath } from '#firestore/model/field-path.ts';
import { fieldAt } from '#firestore/model/field-path.ts';
import { compareIndexed } from '#firestore/model/index-order.ts';
import { isArray } from '#firestore/model/value-order.ts';
import type { Document } from '#firestore/model/document.ts';
import type { Entry } from '#firestore/store/entry.ts';
import { compareNames } from '#firestore/model/name-order.ts';
import { SortedList } from '#firestore/store/sorted-list.ts';
import type { Value } from '#firestore/model/value.ts';

/** `value` is for equality, ranges and order. `elements` is for array-contains. */
export type IndexKind = 'value' | 'elements';

export interface IndexItem {
  readonly value: Value;
  readonly entry: Entry;
}

/** The current documents of a set that have a field, sorted by its value and then by name. */
export class FieldIndex {
  readonly items = new SortedList<IndexItem>(compareItems);
  readonly #path: FieldPath;
  readonly #kind: IndexKind;

  constructor(path: FieldPath, kind: IndexKind, entries: Iterable<Entry>) {
    this.#path = path;
    this.#kind = kind;
    const items: IndexItem[] = [];
    for (const entry of entries) {
      for (const value of this.#valuesOf(entry.document)) items.push({ value, entry });
    }
    this.items.load(items);
  }

  change(entry: Entry, before: Document | null, after: Document | null): void {
    const oldValues = this.#valuesOf(before);
    const newValues = this.#valuesOf(after);
    const [value] = newValues;
    const isSame =
      oldValues.length === 1 && newValues.length === 1 && value !== undefined && value === oldValues[0];
    if (isSame) return;
    for (const old of oldValues) this.items.remove({ value: old, entry });
    for (const added of newValues) this.items.add({ value: added, entry });
  }

  #valuesOf(document: Document | null): readonly Value[] {
    const value = document === null ? undefined : fieldAt(document.fields, this.#path);
    if (value === undefined) return [];
    if (this.#kind === 'value') return [value];
    return isArray(value) ? distinct(value) : [];
  }
}

function distinct(values: readonly Value[]): readonly Value[] {
  const sorted = values.toSorted(compareIndexed);
  return sorted.filter((value, index) => {
    const previous = sorted[index - 1];
    return previous === undefined || compareIndexed(previous, value) !== 0;
  });
}

function compareItems(a: IndexItem, b: IndexItem): number {
  return compareIndexed(a.value, b.value) || compareNames(a.entry.name, b.entry.name);
}
