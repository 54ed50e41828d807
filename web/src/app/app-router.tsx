import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { Router, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom';

import { isSearchPath } from '#web/state/search.ts';

import { isSearchLoaded } from './search-parts.ts';

/**
 * Like React Router's BrowserRouter, except that the first letter of a search changes the page at once: as a transition, it would
 * render the field first and the results in another frame.
 */
export function AppRouter({ children }: { readonly children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location });
  useLayoutEffect(
    () =>
      history.listen((next) => {
        if (isSearchPath(next.location.pathname) && isSearchLoaded()) setState(next);
        else
          startTransition(() => {
            setState(next);
          });
      }),
    [history],
  );
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  );
}
