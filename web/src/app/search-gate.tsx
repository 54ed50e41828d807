import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';

import { useClientState } from '#web/state/client-state.ts';
import { isSearchPath } from '#web/state/search.ts';

import { loadSearch, searchTools } from './search-parts.ts';

/** By then the library has loaded, so preloading delays no other request. */
const PRELOAD_AFTER_MS = 1500;

const SearchTools = searchTools.Component;

/** Loads the search when the browser is idle, or as soon as a text is typed or results are shown. */
export function SearchGate() {
  const { search } = useClientState();
  const isTyped = useSyncExternalStore(search.subscribe, () => search.get() !== '');
  const { pathname, key } = useLocation();
  const isLoaded = useIsPreloaded();
  /** The history entry in which the text was begun. */
  const [typedIn, setTypedIn] = useState<string | null>(null);
  if (isTyped !== (typedIn !== null)) setTypedIn(isTyped ? key : null);
  return isTyped || isSearchPath(pathname) || isLoaded ? (
    <Suspense fallback={null}>
      <SearchTools typedIn={typedIn} />
    </Suspense>
  ) : null;
}

function useIsPreloaded(): boolean {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      loadSearch().then(
        () => {
          setLoaded(true);
        },
        // Loads again when a text is typed; the error boundary shows a second failure.
        () => undefined,
      );
    }, PRELOAD_AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return isLoaded;
}
