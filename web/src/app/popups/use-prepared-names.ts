import { useEffect } from 'react';

import { useLibrary, useLoading } from '#web/hooks/library-hooks.ts';
import { whenIdle } from '#web/hooks/when-idle.ts';
import { SYSTEM_TIMERS } from '#web/sync/timers.ts';

/** Runs after the search has prepared its index, because the search folds the same names. */
const PREPARE_AFTER_MS = 4000;
/** A key or click counts as activation for a few seconds. A step of the preparation would delay the next one. */
const RETRY_MS = 1000;

const loadNameIndex = async () => import('#web/features/quick-open/name-index.ts');

/** Prepares the names of quick open while the browser and the user are idle, so that it only looks for changes when it opens. */
export function usePreparedNames(): void {
  const library = useLibrary();
  const { links: isLoading } = useLoading();
  useEffect(() => {
    if (isLoading) return undefined;
    let isOver = false;
    let stop = (): void => undefined;
    const prepare = async (): Promise<void> => {
      const { nameIndexOf } = await loadNameIndex();
      const index = nameIndexOf(library);
      const step = (hasTime: () => boolean): void => {
        index.prepare(() => !hasTime());
        if (!index.isReady) next();
      };
      const next = (): void => {
        stop = navigator.userActivation.isActive ? SYSTEM_TIMERS.after(RETRY_MS, next) : whenIdle(step);
      };
      if (isOver) return;
      index.refresh();
      next();
    };
    const cancel = SYSTEM_TIMERS.after(PREPARE_AFTER_MS, () => {
      // Without a connection, quick open prepares the names itself.
      prepare().catch(() => undefined);
    });
    return () => {
      isOver = true;
      cancel();
      stop();
    };
  }, [library, isLoading]);
}
