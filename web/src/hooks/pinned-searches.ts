import { useMemo } from 'react';

import type { Key } from '@foldmark/library/memory/keys';
import { reuseList } from '@foldmark/library/memory/reuse-list';
import { TOPICS } from '@foldmark/library/memory/topic-names';

import { useStore } from '#web/state/use-store.ts';

import { derive, useLibrary, useLinkKeys } from './library-hooks.ts';
import { useServices } from './services.ts';

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
  const site = location.origin + (useServices().demo?.path ?? '');
  const favorites = useLinkKeys(FAVORITES);
  const pins = useMemo(() => {
    const pathOf = (link: Key): string => {
      const url = library.link(link)?.url ?? '';
      return url.startsWith(`${site}/search?`) ? url.slice(site.length) : '';
    };
    const links = favorites.filter((link) => pathOf(link) !== '');
    // An edit of a pin can leave the list of favorites as it is.
    const paths = derive<readonly string[]>(library, links.map(TOPICS.link), (last) =>
      reuseList(links.map(pathOf), last),
    );
    return { links, paths };
  }, [library, favorites, site]);
  const paths = useStore(pins.paths);
  return useMemo(
    () =>
      pins.links.flatMap((link, index) => {
        const path = paths[index] ?? '';
        return path === '' ? [] : { link, path };
      }),
    [pins, paths],
  );
}
