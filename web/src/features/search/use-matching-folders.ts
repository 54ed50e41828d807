import { useMemo } from 'react';

import { useFavoriteFolders, useFolderTree, useLibrary } from '#web/hooks/library-hooks.ts';
import type { Key } from '#web/sync/library/keys.ts';

import type { SearchPlace } from './search-place.ts';

const NONE: readonly Key[] = [];

/** The folders that a place lists above its links. */
export function useFoldersAt(place: SearchPlace | null): readonly Key[] {
  const favorites = useFavoriteFolders();
  const { trashed } = useFolderTree();
  if (place?.kind === 'favorites') return favorites;
  return place?.kind === 'trash' ? trashed : NONE;
}

export function useFoldersNamed(folders: readonly Key[], text: string): readonly Key[] {
  const library = useLibrary();
  return useMemo(() => {
    const needle = text.toLowerCase();
    return folders.filter((key) => library.folder(key)?.name.toLowerCase().includes(needle) === true);
  }, [folders, library, text]);
}
