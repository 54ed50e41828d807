import type { LinkRecord } from '#library/entities/records.ts';

import { CodeUnits } from '#library/order/code-units.ts';
import type { LinkChanges } from './link-journal.ts';
import type { LinkSorting } from '#library/order/link-sorting.ts';
import { reuseList } from './reuse-list.ts';
import type { Key } from './keys.ts';

/** From this number of changes, one pass over the whole list is cheaper than a search for each change. */
const BULK_COUNT = 64;
/** Takes at most 5 ms, even on a slow computer. */
const KEYS_PER_STEP = 1000;

/** Sorts and revises lists of keys. Keeps no sort keys in memory, because those of 100,000 names take 10 MB. */
export class LinkOrdering {
  readonly #sorting: LinkSorting;
  readonly #linkOf: (key: Key) => LinkRecord | undefined;
  readonly #sortedByUrl: ((keys: readonly Key[]) => readonly Key[]) | null;

  /** `sortedByUrl` is null for the order by url itself. */
  constructor(
    sorting: LinkSorting,
    linkOf: (key: Key) => LinkRecord | undefined,
    sortedByUrl: ((keys: readonly Key[]) => readonly Key[]) | null,
  ) {
    this.#sorting = sorting;
    this.#linkOf = linkOf;
    this.#sortedByUrl = sortedByUrl;
  }

  sorted(keys: readonly Key[]): readonly Key[] {
    if (keys.length < 2) return keys;
    if (this.#sortedByUrl !== null) return this.sortedFromUrls(this.#sortedByUrl(keys));
    // Compares the links directly. At startup the engine has not optimized any code yet, and sort keys would take twice as long.
    const links = keys.map((key) => ({ key, link: this.#linkOf(key) }));
    links.sort((left, right) => this.#compareLinks(left.link, right.link));
    return links.map(({ key }) => key);
  }

  /** Sorts keys that are already sorted by url. Equal sort keys stay in that order. */
  sortedFromUrls(keys: readonly Key[]): readonly Key[] {
    const steps = this.sortInSteps(keys);
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) return value;
    }
  }

  /** Like `sortedFromUrls`, but yields regularly. */
  *sortInSteps(keys: readonly Key[]): Generator<void, readonly Key[]> {
    const places = placesByKey(keys);
    const units = new CodeUnits(keys.length);
    for (let start = 0; start < places.length; start += KEYS_PER_STEP) {
      for (const place of places.subarray(start, start + KEYS_PER_STEP)) {
        const link = this.#linkOf(keys[place] ?? 0);
        if (link !== undefined) this.#sorting.writeKey?.(link, units);
        units.pushPlace(place);
        units.endText();
      }
      yield;
    }
    const sorted = units.sorted();
    return Array.from(sorted, (index) => keys[places[index] ?? 0] ?? 0);
  }

  /**
   * Removes the changed keys from a sorted list, and inserts those that belong to the list at their new places. Returns the same
   * list if nothing changes. The unchanged keys must be in order.
   */
  revise(list: readonly Key[], changes: LinkChanges, belongs: (key: Key) => boolean): readonly Key[] {
    const revised =
      changes.changed.size > BULK_COUNT
        ? this.#revisedAtOnce(list, changes, belongs)
        : this.#revisedOneByOne(list, changes.changed, belongs);
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

  /** Most changes leave a link in its place. The others are merged into the list. */
  #revisedAtOnce(
    list: readonly Key[],
    { changed, moved }: LinkChanges,
    belongs: (key: Key) => boolean,
  ): readonly Key[] {
    const canMove = this.#sorting.isByEdit ? changed : moved;
    const entering = new Set([...changed].filter((key) => belongs(key)));
    const staying: Key[] = [];
    let next = -1;
    for (const [index, key] of list.entries()) {
      if (!changed.has(key)) staying.push(key);
      else if (entering.has(key)) {
        if (next <= index) {
          next = index + 1;
          while (next < list.length && canMove.has(list[next] ?? 0)) next += 1;
        }
        if (canMove.has(key) && !this.#isBetween(key, staying.at(-1), list[next])) continue;
        staying.push(key);
        entering.delete(key);
      }
    }
    return entering.size === 0 ? staying : this.merged(staying, this.sorted([...entering]));
  }

  #isBetween(key: Key, before: Key | undefined, after: Key | undefined): boolean {
    if (before !== undefined && this.#compare(before, key) > 0) return false;
    return after === undefined || this.#compare(key, after) < 0;
  }

  /** Merges two sorted lists. Fast if the second list is short. */
  merged(list: readonly Key[], entering: readonly Key[]): readonly Key[] {
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

  /** The place of a key at or after `from`. Searches in doubling steps, starting near `from`. */
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
    return this.#compareLinks(this.#linkOf(left), this.#linkOf(right));
  }

  #compareLinks(left: LinkRecord | undefined, right: LinkRecord | undefined): number {
    return left === undefined || right === undefined ? 0 : this.#sorting.compare(left, right);
  }
}

/** If the largest key is more than this many times their number, an array by key would be too large. */
const MAX_SPREAD = 16;

/**
 * The places of the keys in ascending order of the keys. Records are in memory in that order, and reading neighbours is three
 * times as fast.
 */
function placesByKey(keys: readonly Key[]): Uint32Array {
  let max = 0;
  for (const key of keys) max = Math.max(max, key);
  if (max > MAX_SPREAD * keys.length) return Uint32Array.from(keys, (_, place) => place);
  const places = new Uint32Array(keys.length);
  /** The place of each key, plus one. 0 for a missing key. */
  const byKey = new Uint32Array(max + 1);
  let count = 0;
  for (const [place, key] of keys.entries()) {
    if (key >= 0) byKey[key] = place + 1;
    else {
      places[count] = place;
      count += 1;
    }
  }
  for (const after of byKey) {
    if (after === 0) continue;
    places[count] = after - 1;
    count += 1;
  }
  return places;
}
