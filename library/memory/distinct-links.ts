import type { Key } from './keys.ts';
import type { Library } from './library.ts';

/** Whether the user has marked two links as no duplicates of each other. */
export function areDistinct(library: Library, left: Key, right: Key): boolean {
  return isNamed(library, left, right) || isNamed(library, right, left);
}

/** Whether the list of one link contains the other. The list has server ids, and keys of links that have no id yet. */
export function isNamed(library: Library, link: Key, other: Key): boolean {
  const { distinct_from = [] } = library.link(link) ?? {};
  return distinct_from.some((id) => library.keyOf('link', id) === other);
}
