import { useEffect } from 'react';

import { SYSTEM_TIMERS } from '#web/sync/timers.ts';
import { useLibrary, useLoading } from '#web/hooks/library-hooks.ts';
import { whenIdle } from '#web/hooks/when-idle.ts';
import { searchIndexOf } from '@foldmark/library/search/search-index';
import type { Library } from '@foldmark/library/memory/library';

/** Takes at most 5 ms, even on a slow computer. */
const LINKS_PER_STEP = 500;
/** Prepares many changes, such as those of an import, together. */
const AFTER_CHANGE_MS = 1000;

/** Prepares a search and the orders of all links while the browser is idle, and again after changes. */
export function usePreparedLists(): void {
  const library = useLibrary();
  const { links: isLoading } = useLoading();
  useEffect(() => {
    if (isLoading) return undefined;
    let steps = preparation(library);
    let stop = whenIdle(step);
    function step(hasTime: () => boolean): void {
      let isDone;
      do isDone = steps.next().done;
      while (isDone !== true && hasTime());
      if (isDone !== true) stop = whenIdle(step);
    }
    const unsubscribe = library.links({ kind: 'all' }).subscribe(() => {
      stop();
      steps = preparation(library);
      stop = SYSTEM_TIMERS.after(AFTER_CHANGE_MS, () => {
        stop = whenIdle(step);
      });
    });
    return () => {
      stop();
      unsubscribe();
    };
  }, [library, isLoading]);
}

function* preparation(library: Library): Generator<void> {
  const index = searchIndexOf(library);
  for (let next: number | null = 0; next !== null; next = index.prepare(next, LINKS_PER_STEP)) yield;
  for (const order of ['name', 'created', 'edited'] as const)
    yield* library.links({ kind: 'all' }, order).prepare();
}
