import { CodeUnits } from '#web/sync/library/code-units.ts';
import type { LinkSorting } from '#web/sync/library/link-sorting.ts';
import { reuseList } from '#web/sync/library/reuse-list.ts';
import type { Key } from '#web/sync/library/keys.ts';
import type { LinkRecord } from '#web/sync/model/records.ts';

/** Above this number of changes, a pass over the whole list is cheaper than a search for each change. */
const BULK_COUNT = 64;

/** Sorts and revises lists of keys. Remembers no sort keys: those of 100,000 names take 10 MB. */
export class LinkOrdering {
  readonly #sorting: LinkSorting;
  readonly #linkOf: (key: Key) => LinkRecord | undefined;
  readonly #sortTies: (keys: readonly Key[]) => readonly Key[];

  /** `sortTies` sorts many links that this order does not distinguish. */
  constructor(
    sorting: LinkSorting,
    linkOf: (key: Key) => LinkRecord | undefined,
    sortTies?: (keys: readonly Key[]) => readonly Key[],
  ) {
    this.#sorting = sorting;
    this.#linkOf = linkOf;
    this.#sortTies = sortTies ?? ((keys) => keys.toSorted((left, right) => this.#compare(left, right)));
  }

  sorted(unsorted: readonly Key[]): readonly Key[] {
    if (unsorted.length < 2) return unsorted;
    // Records with neighbouring keys are neighbours in memory, where reading one after the other is three times as fast.
    const keys = Float64Array.from(unsorted).sort();
    const keyAt = (index: number): Key => keys[index] ?? 0;
    const units = new CodeUnits(keys.length);
    for (const key of keys) {
      const link = this.#linkOf(key);
      if (link !== undefined) this.#sorting.writeKey(link, units);
      units.endText();
    }
    const indexes = units.sorted({
      compare: (left, right) => this.#compare(keyAt(left), keyAt(right)),
      sort: (ties) => {
        const places = new Map(Array.from(ties, (index) => [keyAt(index), index]));
        for (const [at, key] of this.#sortTies([...places.keys()]).entries()) ties[at] = places.get(key) ?? 0;
      },
    });
    return Array.from(indexes, keyAt);
  }

  /**
   * Removes the changed keys from a sorted list and inserts those that belong to it at their new places. Returns the same list
   * if nothing changes. The unchanged keys must be in order.
   */
  revise(list: readonly Key[], changed: ReadonlySet<Key>, belongs: (key: Key) => boolean): readonly Key[] {
    const revised =
      changed.size > BULK_COUNT
        ? this.#revisedAtOnce(list, changed, belongs)
        : this.#revisedOneByOne(list, changed, belongs);
    return reuseList(revised, list);
  }

  #revisedOneByOne(
    list: readonly Key[],
    changed: ReadonlySet<Key>,
    belongs: (key: Key) => boolean,
  ): readonly Key[] {
    const revised = [...list];
    for (const key of changed) {
      const index = revised.indexOf(key);
      if (index !== -1) revised.splice(index, 1);
    }
    for (const key of changed) {
      if (belongs(key)) revised.splice(this.#placeOf(revised, key, 0, revised.length), 0, key);
    }
    return revised;
  }

  /** Most changes leave a link where it is. The others are merged into the list. */
  #revisedAtOnce(
    list: readonly Key[],
    changed: ReadonlySet<Key>,
    belongs: (key: Key) => boolean,
  ): readonly Key[] {
    const entering = new Set([...changed].filter((key) => belongs(key)));
    const staying: Key[] = [];
    let next = -1;
    for (const [index, key] of list.entries()) {
      if (!changed.has(key)) staying.push(key);
      else if (entering.has(key)) {
        if (next <= index) {
          next = index + 1;
          while (next < list.length && changed.has(list[next] ?? 0)) next += 1;
        }
        if (!this.#isBetween(key, staying.at(-1), list[next])) continue;
        staying.push(key);
        entering.delete(key);
      }
    }
    return entering.size === 0 ? staying : this.#merged(staying, this.sorted([...entering]));
  }

  #isBetween(key: Key, before: Key | undefined, after: Key | undefined): boolean {
    if (before !== undefined && this.#compare(before, key) > 0) return false;
    return after === undefined || this.#compare(key, after) < 0;
  }

  #merged(list: readonly Key[], entering: readonly Key[]): readonly Key[] {
    const result: Key[] = [];
    let next = 0;
    for (const key of entering) {
      const place = this.#placeNear(list, key, next);
      for (; next < place; next += 1) result.push(list[next] ?? 0);
      result.push(key);
    }
    for (; next < list.length; next += 1) result.push(list[next] ?? 0);
    return result;
  }

  /** The place at or after `from`. Searches near `from` first, in steps that double. */
  #placeNear(list: readonly Key[], key: Key, from: number): number {
    let low = from;
    let step = 1;
    for (; low + step <= list.length; step *= 2) {
      if (this.#compare(list[low + step - 1] ?? 0, key) > 0) break;
      low += step;
    }
    return this.#placeOf(list, key, low, Math.min(list.length, low + step - 1));
  }

  #placeOf(list: readonly Key[], key: Key, from: number, to: number): number {
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(list[middle] ?? 0, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #compare(left: Key, right: Key): number {
    const link = this.#linkOf(left);
    const other = this.#linkOf(right);
    return link === undefined || other === undefined ? 0 : this.#sorting.compare(link, other);
  }
}
