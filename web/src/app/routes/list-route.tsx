import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';

import { useFavoritesPage } from '#web/features/favorites/use-favorites-page.ts';
import { allItems } from '#web/features/links/all-items.ts';
import { RECENTLY_ADDED } from '#web/features/links/recently-added.ts';
import { useFolderPage } from '#web/features/links/use-folder-page.tsx';
import type { SearchParts } from '#web/features/search/search-parts.tsx';
import { useSearchPage } from '#web/features/search/use-search-page.tsx';
import { useTrashPage } from '#web/features/trash/use-trash-page.ts';
import { useLoading } from '#web/hooks/library-hooks.ts';
import { ListPage } from '#web/listing/place/list-page.tsx';
import { idIn } from '#web/listing/place/path-id.ts';
import { SkeletonList } from '#web/listing/list/skeleton-list.tsx';
import { SEARCH_PATH } from '#web/state/search.ts';
import { NotLoaded } from '#web/ui/loading/not-loaded.tsx';

import { FirstRunRoom } from './first-run-room.tsx';
import { normalPath } from './normal-path.ts';
import { NotFoundScreen } from './not-found-screen.tsx';
import { loadSearchParts, useSearchParts } from '../search/search-parts.ts';
import { useRouteKey } from './use-route-key.ts';

const ALL_ITEMS = allItems(<FirstRunRoom />);

type List = 'all' | 'recent' | 'favorites' | 'trash' | 'folder' | 'search';

const LISTS: Readonly<Partial<Record<string, List>>> = {
  '/': 'all',
  '/folders': 'all',
  '/recent': 'recent',
  '/folders/favorites': 'favorites',
  '/folders/trash': 'trash',
  [SEARCH_PATH]: 'search',
};

/** The list of a page, and the `id` in the path of a folder. */
export interface ListAt {
  readonly list: List;
  readonly id?: string | undefined;
}

/**
 * The list at a path; null for pages of other kinds. This is no `Route`, because the router computes the patterns of all routes
 * at each page change. The first letter of a search is a page change.
 */
export function listAt(pathname: string): ListAt | null {
  const path = normalPath(pathname);
  const list = LISTS[path];
  if (list !== undefined) return { list };
  const id = idIn(path, 'folders');
  return id === undefined ? null : { list: 'folder', id };
}

export function ListRoute({ list, id }: ListAt) {
  const [, showAgain] = useState(0);
  // Must be the last hook: it calls `use` only while a search loads, and React allows no hook after a skipped `use`.
  const searchParts = useSearchParts(list === 'search');
  if (searchParts === 'failed') {
    return (
      <NotLoaded
        place="page"
        load={loadSearchParts}
        onLoaded={() => {
          showAgain((count) => count + 1);
        }}
      />
    );
  }
  return <ListOf list={list} id={id} searchParts={searchParts} />;
}

interface ListOfProps extends ListAt {
  readonly searchParts: SearchParts | null;
}

/**
 * Renders the page of every list. All lists share one component, so that a page change updates the existing rows. Rendering new
 * rows takes several times as long, also when the first letter of a search shows the results.
 */
function ListOf({ list, id, searchParts }: ListOfProps) {
  const [params] = useSearchParams();
  const { key, canAppear } = useRouteKey('folder', id);
  const { folders: isLoading } = useLoading();
  const pages = {
    all: ALL_ITEMS,
    recent: RECENTLY_ADDED,
    favorites: useFavoritesPage(),
    trash: useTrashPage(),
    folder: useFolderPage(key),
    search: useSearchPage(searchParts),
  };
  const page = pages[list];
  if (list === 'search' && (params.get('q') ?? '').trim() === '') return <Navigate to="/" replace />;
  if (page !== null) return <ListPage {...page} />;
  return isLoading || canAppear ? <SkeletonList /> : <NotFoundScreen />;
}
