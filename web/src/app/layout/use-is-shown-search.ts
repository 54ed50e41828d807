import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';

import { useClientState } from '#web/state/client-state.ts';
import { isSameSearch, isSearchPath } from '#web/state/search.ts';

/** Whether a path leads to the search that shows now. The field has the text, because the URL follows it later. */
export function useIsShownSearch(path: string): boolean {
  const { search: field } = useClientState();
  const { pathname, search } = useLocation();
  const isPlaceShown = isSearchPath(pathname);
  return useSyncExternalStore(
    field.subscribe,
    () =>
      isPlaceShown && isSameSearch(path, { text: field.get(), in: new URLSearchParams(search).get('in') }),
  );
}
