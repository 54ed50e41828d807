import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom';

import { useClientState } from '#web/state/client-state.ts';
import { SYSTEM_TIMERS } from '#web/sync/timers.ts';
import { basePath, pagePath } from '#web/ui/browser/base-path.ts';

import { SearchUrl } from './search-url.ts';
import { UnwrittenText } from './unwritten-text.ts';

/** The browser's location, with the path as the router sees it. */
const ADDRESS = {
  get pathname() {
    return pagePath();
  },
  get search() {
    return location.search;
  },
};

/** Keeps the URL and the text in the field in sync. `typedIn`: the history entry in which the text was begun. */
export function useSearchUrl(field: HTMLElement | null, typedIn: string | null): void {
  const { search } = useClientState();
  const { pathname, key, state } = useLocation();
  const navigate = useNavigate();
  const isPop = useNavigationType() === NavigationType.Pop;
  const [url] = useState(
    () =>
      new SearchUrl({
        text: search,
        typedIn,
        address: ADDRESS,
        timers: SYSTEM_TIMERS,
        push: (path, pushed) => {
          void navigate(path, { state: pushed });
        },
        back: () => {
          void navigate(-1);
        },
        replaceUrl: (path) => {
          history.replaceState(history.state, '', basePath() + path);
        },
        unwritten: new UnwrittenText(() => sessionStorage),
        entryKey: () => readEntry(history.state).key,
      }),
  );
  // Subscribe in the same step as `moved`, which reads the text. Otherwise a letter typed between the two would be lost.
  useLayoutEffect(() => {
    const stop = search.subscribe(() => {
      url.typed();
    });
    return () => {
      stop();
      url.left();
    };
  }, [search, url]);
  const isMounted = useRef(false);
  useLayoutEffect(() => {
    // Back and Forward are taken from their event, because the router does not render an entry that is left at once.
    if (!isPop || !isMounted.current) url.moved({ pathname, key, state, isPop });
    isMounted.current = true;
  }, [url, pathname, key, state, isPop]);
  useEffect(() => {
    const ends = new AbortController();
    const options = { capture: true, passive: true, signal: ends.signal };
    // Each of these events can come before leaving the page. A new URL at `pagehide` would lose the entry's state in Safari.
    field?.addEventListener('blur', url.flush, options);
    document.addEventListener('pointerdown', url.flush, options);
    document.documentElement.addEventListener('mouseleave', url.flush, options);
    const onPopState = (): void => {
      url.moved({ pathname: pagePath(), ...readEntry(history.state), isPop: true });
    };
    window.addEventListener('popstate', onPopState, options);
    // Browser shortcuts that leave the page, such as Back and reload.
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.key === 'F5') url.flush();
    };
    document.addEventListener('keydown', onKeyDown, options);
    return () => {
      ends.abort();
    };
  }, [field, url]);
}

/** Reads the router's data from a history entry. */
function readEntry(stored: unknown): { readonly key: string; readonly state: unknown } {
  const entry = typeof stored === 'object' && stored !== null ? stored : {};
  return {
    key: 'key' in entry ? String(entry.key) : 'default',
    state: 'usr' in entry ? entry.usr : null,
  };
}
