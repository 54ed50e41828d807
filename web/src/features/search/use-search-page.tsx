import { SearchX } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';

import { useFavoriteFolders, useFolderTree, useLibrary, useLoading } from '#web/hooks/library-hooks.ts';
import type { ListPageProps } from '#web/listing/place/list-page.tsx';
import { useClientState } from '#web/state/client-state.ts';
import { useStore } from '#web/state/use-store.ts';
import { SYSTEM_TIMERS } from '#web/sync/timers.ts';
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

/**
 * The text whose results to show. `isHere`: a search already shows, so its results stay until the next ones are ready, and a
 * further letter shows before them. `isOpen`: the user may be typing its last word.
 */
function useShownText(inUrl: string, isHere: boolean): { readonly text: string; readonly isOpen: boolean } {
  const { search, found } = useClientState();
  const inField = useStore(search);
  const typed = inField.trim();
  const isOpen = !/\s$/.test(inField);
  // Without a text, the app is about to leave the page. It keeps its results until then.
  const text = typed === '' ? (found.get()?.text ?? inUrl) : typed;
  const late = useDeferredValue(isHere ? text : '');
  return { text: isHere && late !== '' ? late : text, isOpen };
}

/** A user who still types does so within this time. */
const PAUSE_MS = 1000;

/** Whether the text has changed a moment ago. False for null. */
function useIsTyping(text: string | null): boolean {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    if (text === null) return undefined;
    return SYSTEM_TIMERS.after(PAUSE_MS, () => {
      setSettled(text);
    });
  }, [text]);
  return text !== null && text !== settled;
}

/** The results of the search in the URL. Null on other pages, which have no `parts`. */
export function useSearchPage(parts: SearchParts | null): ListPageProps | null {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const library = useLibrary();
  const tree = useFolderTree();
  const favorites = useFavoriteFolders();
  const { found } = useClientState();
  const { text, isOpen } = useShownText((params.get('q') ?? '').trim(), parts !== null);
  const additions = useAdditions(text);
  const isTyping = useIsTyping(parts?.mayBecomeField(text) === true ? text : null);
  const { folders: isLoading } = useLoading();
  const narrowedTo = params.get('in');
  const offered = narrowedTo ?? searchStateIn(state).place;
  return useMemo(() => {
    if (parts === null) return null;
    const { compileSearch, PageActions, Notes, NoMatchActions } = parts;
    const offeredPlace = readPlace(offered, library, tree);
    const place = narrowedTo === null ? null : offeredPlace;
    const shown = found.get()?.shown ?? null;
    const search = compileSearch(library, { typed: text, isOpen, isTyping, shown, place });
    const foldersAt = { favorites, trash: tree.trashed };
    const isWithin = (key: Key) =>
      place?.kind !== 'folder' || (key !== place.folder && tree.path(key).includes(place.folder));
    const { matchesFolder, bestFolders } = search.query;
    // Other searches count links only, because the best folders just lead there.
    const counted = place === null || place.kind === 'folder' ? null : foldersAt[place.kind];
    const folders =
      counted?.filter((key) => matchesFolder(library.folder(key)?.name ?? '')) ?? bestFolders(isWithin);
    const folder = place?.kind === 'folder' ? library.folder(place.folder) : null;
    const where = place === null ? '' : ` in ${nameOfPlace(place, folder)}`;
    return {
      ...SEARCH,
      actions: (
        <PageActions
          text={text}
          place={offeredPlace}
          narrowedTo={narrowedTo}
          placeName={place === null ? null : nameOfPlace(place, folder)}
        />
      ),
      notes: (
        <Notes
          search={search}
          text={text}
          additions={additions}
          folders={{ found: counted === null ? 0 : folders.length, all: counted?.length ?? 0 }}
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
          text: `No links${where} match "${search.text}".`,
          actions: <NoMatchActions search={search} place={place} />,
        },
        results: {
          text: search.text === '' ? text : search.text,
          query: search.query,
          additions,
          hasFolders: counted !== null,
        },
      },
    };
  }, [
    parts,
    library,
    tree,
    favorites,
    found,
    text,
    isOpen,
    isTyping,
    additions,
    narrowedTo,
    offered,
    isLoading,
  ]);
}
