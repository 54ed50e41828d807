import { useEffect } from 'react';

import { useMediaQuery } from '#web/ui/browser/use-media-query.ts';

import type { Visit } from '../list/use-visit.ts';

const MARK = 'isSelecting';

/**
 * On a touch screen, Back ends the selection instead of leaving the list, so a selection adds a history entry. The router must
 * not notice the entry: its state has the key of the list's own entry, so that the list stays as it is.
 */
export function useBackEndsSelection(visit: Visit, isSelecting: boolean, clear: () => void): void {
  const isTouch = useMediaQuery('(pointer: coarse)');
  useEffect(() => {
    if (isSelecting && isTouch && !isMarked()) history.pushState({ ...stateOf(), [MARK]: true }, '');
    // Also leaves the entry if the user returns to it later, without a selection.
    if (!isSelecting && isMarked()) history.back();
    // oxlint-disable-next-line react/exhaustive-deps -- looks again at each visit
  }, [visit, isSelecting, isTouch]);

  useEffect(() => {
    const onPopState = () => {
      if (isSelecting && isTouch && !isMarked()) clear();
    };
    addEventListener('popstate', onPopState);
    return () => {
      removeEventListener('popstate', onPopState);
    };
  }, [isSelecting, isTouch, clear]);
}

/**
 * Runs this on the list's own entry. The entry of a selection can't be replaced, because Back would then return to the list below
 * it.
 */
export function onOwnEntry(run: () => void): void {
  if (!isMarked()) {
    run();
    return;
  }
  addEventListener('popstate', run, { once: true });
  history.back();
}

function stateOf(): object {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null ? state : {};
}

function isMarked(): boolean {
  return MARK in stateOf();
}
