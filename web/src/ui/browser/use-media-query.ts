import { useMemo, useSyncExternalStore } from 'react';

/** Whether the window matches the query. Renders again when that changes. */
export function useMediaQuery(query: string): boolean {
  const { subscribe, matches } = useMemo(() => {
    const media = matchMedia(query);
    return {
      subscribe: (listener: () => void) => {
        media.addEventListener('change', listener);
        return () => {
          media.removeEventListener('change', listener);
        };
      },
      matches: () => media.matches,
    };
  }, [query]);
  return useSyncExternalStore(subscribe, matches);
}
