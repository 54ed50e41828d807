/** Returns the previous list if it has the same items, so that comparing by identity finds no change. */
export function reuseList<T>(list: readonly T[], previous: readonly T[] | undefined): readonly T[] {
  if (previous?.length !== list.length) return list;
  return list.every((item, index) => item === previous[index]) ? previous : list;
}
