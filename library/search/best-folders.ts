import type { Key } from '#library/memory/keys.ts';

import { startsWord } from './best-match.ts';
import type { FolderNames } from './folder-names.ts';
import { type SearchText, textOfName } from './search-index.ts';

/** More folders would push the links out of view. */
const MAX_FOLDERS = 5;

interface WantedFolders {
  /** The folded plain words of the search. */
  readonly plain: readonly string[];
  /** Whether the name fits the whole search. */
  readonly matches: (name: SearchText) => boolean;
  readonly isWithin: (key: Key) => boolean;
}

/** The folders whose name fits a search, those with exactly this name first, then those that start with it. */
export function bestFolders(
  { names }: FolderNames,
  { plain, matches, isWithin }: WantedFolders,
): readonly Key[] {
  const exact = plain.join(' ');
  // A single letter is at the start of too many names.
  if (exact.length < 2) return [];
  const { source } = textOfName('');
  const byRank: Key[][] = [[], [], []];
  for (const [key, name] of names) {
    if (!plain.some((word) => startsWord(name, word))) continue;
    if (!matches({ source, name, url: '', more: null }) || !isWithin(key)) continue;
    byRank[name === exact ? 0 : name.startsWith(exact) ? 1 : 2]?.push(key);
  }
  return byRank.flat().slice(0, MAX_FOLDERS);
}
