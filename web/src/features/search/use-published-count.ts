import { useLayoutEffect } from 'react';

import { useClientState } from '#web/state/client-state.ts';

/** Shows the count in the search field while the results are mounted. A layout effect updates both in the same frame. */
export function usePublishedCount(text: string, count: number, total: number): void {
  const { found } = useClientState();
  useLayoutEffect(() => {
    found.set({ text, count, total });
  }, [found, text, count, total]);
  useLayoutEffect(
    () => () => {
      found.set(null);
    },
    [found],
  );
}
