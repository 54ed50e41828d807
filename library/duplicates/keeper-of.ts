import { hasTracking } from './link-identity.ts';

import type { Key } from '#library/memory/keys.ts';
import type { Library } from '#library/memory/library.ts';

type Source = Pick<Library, 'link' | 'foldersOf' | 'tree'>;

/** The link of a group to keep. Prefers https, then no tracking, then the most folders, then the oldest. */
export function keeperOf(library: Source, links: readonly Key[]): Key {
  const [best] = links
    .map((link) => ({ link, ranks: ranksOf(library, link) }))
    .sort((left, right) => compareRanks(left.ranks, right.ranks));
  if (best === undefined) throw new Error('A group has links.');
  return best.link;
}

/** Earlier ranks count more, and a lower rank is better. */
function ranksOf(library: Source, key: Key): readonly number[] {
  const link = library.link(key);
  const url = link?.url ?? '';
  const folders = library.foldersOf(key).filter((folder) => library.tree.isVisible(folder));
  return [
    URL.parse(url)?.protocol === 'https:' ? 0 : 1,
    hasTracking(url) ? 1 : 0,
    -folders.length,
    link?.created_at ?? Infinity,
    // A link without an id is the newest.
    key > 0 ? key : Infinity,
  ];
}

function compareRanks(left: readonly number[], right: readonly number[]): number {
  const index = left.findIndex((rank, at) => rank !== right[at]);
  return index === -1 ? 0 : (left[index] ?? 0) - (right[index] ?? 0);
}
