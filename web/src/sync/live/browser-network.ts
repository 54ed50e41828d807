import type { Network } from '#web/sync/live/connection.ts';

/** The network status as the browser reports it. */
export const BROWSER_NETWORK: Network = {
  isOnline: () => navigator.onLine,
  onChange: (listener) => {
    const stop = new AbortController();
    for (const name of ['online', 'offline']) addEventListener(name, listener, { signal: stop.signal });
    return () => {
      stop.abort();
    };
  },
};
