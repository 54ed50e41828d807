import { useMemo } from 'react';

import type { Key } from '@foldmark/library/memory/keys';

import { useLibrary, useLinkKeys } from './library-hooks.ts';

/** A favorite link that leads to a search on this site. */
export interface PinnedSearch {
  readonly link: Key;
  /** The path with the text. */
  readonly path: string;
}

const FAVORITES = { kind: 'favorites' } as const;

/** The searches that the user has pinned, on any device: a pinned search is a favorite link, so it is synchronized and undone. */
export function usePinnedSearches(): readonly PinnedSearch[] {
  const library = useLibrary();
  const favorites = useLinkKeys(FAVORITES);
  return useMemo(() => {
    const { origin } = location;
    return favorites.flatMap((link) => {
      const url = library.link(link)?.url ?? '';
      return url.startsWith(`${origin}/search?`) ? { link, path: url.slice(origin.length) } : [];
    });
  }, [library, favorites]);
}
