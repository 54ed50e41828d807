import { useEffect } from 'react';

import { useLibrary, useLoading } from '#web/hooks/library-hooks.ts';
import { searchIndexOf } from '#web/search/search-index.ts';

/** At most 5 ms, also on a slow computer. */
const LINKS_PER_STEP = 500;
/** Many changes, such as those of an import, are prepared together. */
const AFTER_CHANGE_MS = 1000;

/** Prepares the texts of all links for the search while the browser is idle, and those of changed links later. */
export function usePreparedIndex(): void {
  const library = useLibrary();
  const { links: isLoading } = useLoading();
  useEffect(() => {
    if (isLoading) return undefined;
    const index = searchIndexOf(library);
    let next: number | null = 0;
    let stop = whenIdle(step);
    function step(hasTime: () => boolean): void {
      do next = next === null ? null : index.prepare(next, LINKS_PER_STEP);
      while (next !== null && hasTime());
      if (next !== null) stop = whenIdle(step);
    }
    const unsubscribe = library.links({ kind: 'all' }).subscribe(() => {
      stop();
      next = 0;
      const timer = setTimeout(() => {
        stop = whenIdle(step);
      }, AFTER_CHANGE_MS);
      stop = () => {
        clearTimeout(timer);
      };
    });
    return () => {
      stop();
      unsubscribe();
    };
  }, [library, isLoading]);
}

/** Safari has no requestIdleCallback. There, each timer runs one step. */
function whenIdle(run: (hasTime: () => boolean) => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, 20, () => false);
    return () => {
      clearTimeout(timer);
    };
  }
  const request = requestIdleCallback((deadline) => {
    run(() => deadline.timeRemaining() > 5);
  });
  return () => {
    cancelIdleCallback(request);
  };
}
