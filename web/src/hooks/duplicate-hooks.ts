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

/**
 * Whether a link is in a range of ids, such as '7-12'. Every link is in a range that is empty or not readable.
 */
export function isInRange(range: string): (link: Key) => boolean {
  const { first, last } = /^(?<first>\d+)-(?<last>\d+)$/.exec(range)?.groups ?? {};
  return first === undefined ? () => true : (link) => link >= Number(first) && link <= Number(last);
}

/** How many links of a range are duplicates of another link; null until the index is ready. */
export function useDuplicateCount(range = ''): number | null {
  const groups = useDuplicateGroups();
  return useMemo(() => groups && duplicatesIn(groups, isInRange(range)), [groups, range]);
}

/** How many of these links are duplicates. If a group has no other link, one of its links is no duplicate. */
export function duplicatesIn(
  groups: readonly DuplicateGroup[],
  isCounted: (link: Key) => boolean = () => true,
): number {
  let sum = 0;
  for (const { links } of groups) {
    const counted = links.filter(isCounted).length;
    sum += counted === links.length ? counted - 1 : counted;
  }
  return sum;
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
