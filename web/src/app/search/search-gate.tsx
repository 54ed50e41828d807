import { type RefObject, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';

import { SYSTEM_TIMERS } from '#web/sync/timers.ts';
import { useClientState } from '#web/state/client-state.ts';
import { isSearchPath, SEARCH_FIELD_ID } from '#web/state/search.ts';
import { isComposing } from '#web/ui/focus/is-composing.ts';
import { listen } from '#web/ui/browser/listen.ts';

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
  const earlyKey = useRef<string | null>(null);
  /** The history entry in which the text was begun. */
  const [typedIn, setTypedIn] = useState<string | null>(null);
  if (isTyped !== (typedIn !== null)) setTypedIn(isTyped ? key : null);
  const [isNeeded, setNeeded] = useState(false);
  // Stays set, because the search tools keep a text that is not in the URL yet.
  if (!isNeeded && (isTyped || isSearchPath(pathname) || isLoaded)) setNeeded(true);
  const keyWatch = <LastKey last={earlyKey} />;
  return isNeeded ? (
    <Suspense fallback={keyWatch}>
      <SearchTools typedIn={typedIn} earlyKey={earlyKey} />
    </Suspense>
  ) : (
    keyWatch
  );
}

function useIsPreloaded(): boolean {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(
    () =>
      SYSTEM_TIMERS.after(PRELOAD_AFTER_MS, () => {
        loadSearch().then(
          () => {
            setLoaded(true);
          },
          // The import is retried when the user types, and then shows a failure.
          () => undefined,
        );
      }),
    [],
  );
  return isLoaded;
}

/** Stores the last key that was pressed in the field: Enter can be pressed before the code for it has loaded. */
function LastKey({ last }: { readonly last: RefObject<string | null> }) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key, altKey, ctrlKey, metaKey, shiftKey } = event;
      const isInField = target instanceof Element && target.id === SEARCH_FIELD_ID;
      const isPlain = !altKey && !ctrlKey && !metaKey && !shiftKey && !isComposing(event);
      last.current = isInField && isPlain ? key : null;
    };
    return listen('keydown', onKeyDown);
  }, [last]);
  return null;
}
