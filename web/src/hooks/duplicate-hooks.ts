import { completeUrl } from '@foldmark/library/entities/link-url';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';

import type { DuplicateIndex, Saved } from '@foldmark/library/duplicates/duplicate-index';
import type { DuplicateGroup } from '@foldmark/library/duplicates/group-links';
import type { Key } from '@foldmark/library/memory/keys';
import type { Library } from '@foldmark/library/memory/library';

import { useLibrary, useLoading } from './library-hooks.ts';
import { whenIdle } from './when-idle.ts';

/** Takes at most 5 ms, even on a slow computer. */
const LINKS_PER_STEP = 250;
/** Stops before the 50 ms that an idle browser can offer, because the last step may take longer. */
const TASK_MS = 20;

const NONE: readonly Saved[] = [];

const loadDuplicateIndex = async () => import('@foldmark/library/duplicates/duplicate-index');

/** The index of duplicates; null until its code and the library are loaded. It is prepared while the browser is idle. */
export function useDuplicateIndex(isNeeded = true): DuplicateIndex | null {
  const library = useLibrary();
  const { links: isLoading } = useLoading();
  const [loaded, setLoaded] = useState<{ readonly of: Library; readonly index: DuplicateIndex } | null>(null);
  useEffect(() => {
    if (isLoading || !isNeeded) return undefined;
    let isOver = false;
    let stop = (): void => undefined;
    loadDuplicateIndex().then(
      ({ duplicateIndexOf }) => {
        if (isOver) return;
        const index = duplicateIndexOf(library);
        stop = keepPrepared(index);
        setLoaded({ of: library, index });
      },
      // The code is not cached, and there is no network. The next component that needs the index tries again.
      () => undefined,
    );
    return () => {
      isOver = true;
      stop();
    };
  }, [library, isLoading, isNeeded]);
  return loaded?.of === library ? loaded.index : null;
}

/** All groups of duplicates; null until the index is ready. */
export function useDuplicateGroups(): readonly DuplicateGroup[] | null {
  const index = useDuplicateIndex();
  return useSyncExternalStore(index === null ? subscribeToNothing : index.subscribe, () =>
    index?.isReady === true ? index.groups() : null,
  );
}

/** How many links of all groups are duplicates of another one; null until the index is ready. */
export function useDuplicateCount(): number | null {
  const groups = useDuplicateGroups();
  return groups === null ? null : duplicatesIn(groups);
}

/** One link of each group is no duplicate. */
export function duplicatesIn(groups: readonly DuplicateGroup[]): number {
  return groups.reduce((sum, { links }) => sum + links.length - 1, 0);
}

/**
 * The saved links with this url as typed, or with a url that is probably the same. Follows changes of the library. A null url
 * prepares nothing.
 */
export function useSaved(typed: string | null, except?: Key): readonly Saved[] {
  const index = useDuplicateIndex(typed !== null);
  const url = typed?.trim() ?? '';
  const { subscribe, get } = useMemo(() => savedOf(index, url, except), [index, url, except]);
  return useSyncExternalStore(subscribe, get);
}

function savedOf(index: DuplicateIndex | null, typed: string, except: Key | undefined) {
  if (index === null || typed === '') return { subscribe: subscribeToNothing, get: () => NONE };
  const url = completeUrl(typed);
  let [version, found] = [-1, NONE];
  return {
    subscribe: index.subscribe,
    get: () => {
      if (version !== index.version) [version, found] = [index.version, index.find(url, except)];
      return found;
    },
  };
}

function subscribeToNothing() {
  return () => undefined;
}

/** Prepares the index in slices, and again after many changes, such as those of an import. */
function keepPrepared(index: DuplicateIndex): () => void {
  let stop: (() => void) | null = null;
  const step = (hasTime: () => boolean): void => {
    let next: number | null = 0;
    const end = performance.now() + TASK_MS;
    do next = index.prepare(next, LINKS_PER_STEP);
    while (next !== null && hasTime() && performance.now() < end);
    stop = next === null ? null : whenIdle(step);
  };
  const start = (): void => {
    stop ??= whenIdle(step);
  };
  start();
  const unsubscribe = index.subscribe(start);
  return () => {
    unsubscribe();
    stop?.();
  };
}
