import { SearchX } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';

import { useFavoriteFolders, useFolderTree, useLibrary, useLoading } from '#web/hooks/library-hooks.ts';
import type { ListPageProps } from '#web/listing/place/list-page.tsx';
import { useClientState } from '#web/state/client-state.ts';
import { useStore } from '#web/state/use-store.ts';
import type { Key } from '@foldmark/library/memory/keys';

import type { SearchParts } from './search-parts.tsx';
import { nameOfPlace, readPlace, searchStateIn } from './search-place.ts';
import { useAdditions } from './use-additions.ts';

const SEARCH = {
  title: 'Search',
  meta: {
    title: 'Search',
    description: 'Your links that match a search.',
    path: '/search',
    isUnlisted: true,
  },
} as const;
const NO_FOLDERS: readonly Key[] = [];

/** In larger libraries, a further letter shows before its results. */
const FEW_LINKS = 20_000;

/** The text whose results to show. `isHere`: a search already shows, so its results can stay until the next ones are ready. */
function useShownText(inUrl: string, isHere: boolean): string {
  const { search, found } = useClientState();
  const library = useLibrary();
  const typed = useStore(search).trim();
  // Without a text, the app is about to leave the page. It keeps its results until then.
  const text = typed === '' ? (found.get()?.text ?? inUrl) : typed;
  const isLate = isHere && library.links({ kind: 'all' }).size > FEW_LINKS;
  const late = useDeferredValue(isLate ? text : '');
  return isLate && late !== '' ? late : text;
}

/** The results of the search in the URL. Null on other pages, which have no `parts`. */
export function useSearchPage(parts: SearchParts | null): ListPageProps | null {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const library = useLibrary();
  const tree = useFolderTree();
  const favorites = useFavoriteFolders();
  const text = useShownText((params.get('q') ?? '').trim(), parts !== null);
  const additions = useAdditions(text);
  const { folders: isLoading } = useLoading();
  const narrowedTo = params.get('in');
  const offered = narrowedTo ?? searchStateIn(state).place;
  return useMemo(() => {
    if (parts === null) return null;
    const { compileSearch, PageActions, Notes, NoMatchActions } = parts;
    const offeredPlace = readPlace(offered, library, tree);
    const place = narrowedTo === null ? null : offeredPlace;
    const search = compileSearch(library, text, place);
    const foldersAt = { folder: NO_FOLDERS, favorites, trash: tree.trashed };
    const all = place === null ? NO_FOLDERS : foldersAt[place.kind];
    const folders = all.filter((key) => search.query.matchesFolder(library.folder(key)?.name ?? ''));
    const folder = place?.kind === 'folder' ? library.folder(place.folder) : null;
    const where = place === null ? '' : ` in ${nameOfPlace(place, folder)}`;
    return {
      ...SEARCH,
      actions: <PageActions place={offeredPlace} isNarrowed={narrowedTo !== null} />,
      notes: (
        <Notes
          search={search}
          text={text}
          additions={additions}
          folders={{ found: folders.length, all: all.length }}
          isPlaceGone={narrowedTo !== null && place === null && !isLoading}
        />
      ),
      onKeyDownCapture: parts.leaveFirstRow,
      listing: {
        label: 'Search results',
        list: `search ${narrowedTo ?? ''}`,
        place: search.list,
        folders,
        empty: {
          icon: SearchX,
          title: 'No match',
          text: `No links${where} match "${text}".`,
          actions: <NoMatchActions search={search} place={place} />,
        },
        results: { text, query: search.query, additions },
      },
    };
  }, [parts, library, tree, favorites, text, additions, narrowedTo, offered, isLoading]);
}
