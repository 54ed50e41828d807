import { useEffect, useLayoutEffect, useState } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom';

import { useClientState } from '#web/state/client-state.ts';
import { SYSTEM_TIMERS } from '#web/sync/timers.ts';

import { SearchUrl } from './search-url.ts';

/** Keeps the URL and the text in the field the same. `typedIn`: the history entry in which the text was begun. */
export function useSearchUrl(field: HTMLElement | null, typedIn: string | null): void {
  const { search } = useClientState();
  const location = useLocation();
  const navigate = useNavigate();
  const isPop = useNavigationType() === NavigationType.Pop;
  const [url] = useState(
    () =>
      new SearchUrl({
        text: search,
        typedIn,
        address: globalThis.location,
        timers: SYSTEM_TIMERS,
        replaceUrl: (path) => {
          history.replaceState(history.state, '', path);
        },
      }),
  );
  // In the same step as `moved`, which reads the text: a letter that comes between them would be lost.
  useLayoutEffect(() => {
    const stop = search.subscribe(() => {
      url.typed();
    });
    return () => {
      stop();
      url.left();
    };
  }, [search, url]);
  useLayoutEffect(() => {
    const navigation = {
      push: (path: string, state: unknown) => {
        void navigate(path, { state });
      },
      back: () => {
        void navigate(-1);
      },
    };
    url.moved({ ...location, isPop }, navigation);
  }, [url, location, isPop, navigate]);
  useEffect(() => {
    const ends = new AbortController();
    const options = { capture: true, passive: true, signal: ends.signal };
    // Each of these can be the beginning of leaving the page.
    field?.addEventListener('blur', url.flush, options);
    document.addEventListener('pointerdown', url.flush, options);
    document.documentElement.addEventListener('mouseleave', url.flush, options);
    document.addEventListener('visibilitychange', url.flush, options);
    window.addEventListener('pagehide', url.flush, options);
    // The shortcuts of the browser, such as Back and reload.
    const onKeyDown = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): void => {
      if (altKey || ctrlKey || metaKey || key === 'F5') url.flush();
    };
    document.addEventListener('keydown', onKeyDown, options);
    return () => {
      ends.abort();
    };
  }, [field, url]);
}
