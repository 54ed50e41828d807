import { compareLinks } from '@foldmark/contract/order';

import { reuseList } from '#web/sync/library/reuse-list.ts';
import type { Key } from '#web/sync/library/keys.ts';

/** Above this number of changes, merging the whole list is cheaper than a binary search for each change. */
export const BULK_COUNT = 64;

type UrlOf = (key: Key) => string;

/**
 * Removes the changed keys from a sorted list and inserts those that belong to it at their new places. Returns the same list
 * if nothing changes. The unchanged keys must be in order.
 */
export function revise(
  list: readonly Key[],
  changed: ReadonlySet<Key>,
  belongs: (key: Key) => boolean,
  urlOf: UrlOf,
): readonly Key[] {
  const entering = [...changed].filter((key) => belongs(key));
  const rest = without(list, changed);
  const next = entering.length > BULK_COUNT ? merged(rest, sorted(entering, urlOf), urlOf) : rest;
  if (entering.length <= BULK_COUNT) {
    for (const key of entering) next.splice(placeOf(next, key, urlOf), 0, key);
  }
  return reuseList(next, list);
}

export function sorted(keys: readonly Key[], urlOf: UrlOf): Key[] {
  return keys
    .map((key) => ({ link_id: key, url: urlOf(key) }))
    .sort(compareLinks)
    .map(({ link_id }) => link_id);
}

function without(list: readonly Key[], changed: ReadonlySet<Key>): Key[] {
  if (changed.size > BULK_COUNT) return list.filter((key) => !changed.has(key));
  const rest = [...list];
  for (const key of changed) {
    const index = rest.indexOf(key);
    if (index !== -1) rest.splice(index, 1);
  }
  return rest;
}

function placeOf(list: readonly Key[], key: Key, urlOf: UrlOf): number {
  const entering = { link_id: key, url: urlOf(key) };
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = list[middle] ?? 0;
    if (compareLinks({ link_id: other, url: urlOf(other) }, entering) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function merged(left: readonly Key[], right: readonly Key[], urlOf: UrlOf): Key[] {
  if (left.length === 0) return [...right];
  const result: Key[] = [];
  let next = 0;
  for (const key of right) {
    const entering = { link_id: key, url: urlOf(key) };
    for (let other = left[next]; other !== undefined; other = left[next]) {
      if (compareLinks({ link_id: other, url: urlOf(other) }, entering) > 0) break;
      result.push(other);
      next += 1;
    }
    result.push(key);
  }
  while (next < left.length) result.push(...left.slice(next, (next += 1000)));
  return result;
}
