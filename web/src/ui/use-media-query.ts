import { useSyncExternalStore } from 'react';

/** Whether the window matches the query. Renders again on each change. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => {
        media.removeEventListener('change', listener);
      };
    },
    () => matchMedia(query).matches,
  );
}
