import { useLayoutEffect } from 'react';

import { type Found, useClientState } from '#web/state/client-state.ts';

/** Shows the count in the search field while the results are mounted. A layout effect updates both in the same frame. */
export function usePublishedCount({ text, count, total, hints }: Found): void {
  const { found } = useClientState();
  useLayoutEffect(() => {
    found.set({ text, count, total, hints });
  }, [found, text, count, total, hints]);
  useLayoutEffect(
    () => () => {
      found.set(null);
    },
    [found],
  );
}
