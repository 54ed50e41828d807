import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

import { useClientState } from '#web/state/client-state.ts';
import type { ScrollPosition } from '#web/state/scroll-positions.ts';

import { rowOf } from './row-of.ts';

/** The user moves the list: a position that could not be restored yet is given up. */
const GESTURES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Where the list was left in this history entry; null for an entry that shows for the first time. */
export function useEarlierPosition(): ScrollPosition | null {
  const { scrollPositions } = useClientState();
  const { key } = useLocation();
  const [position] = useState(() => scrollPositions.get(key));
  return position;
}

interface ScrollPositionOptions {
  readonly scrollerRef: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly rowHeight: number;
  readonly goTo: (row: number) => void;
}

/**
 * Keeps the scroll position and the focused row of a list for its history entry, and restores them when the user returns to
 * the entry. A new entry starts at the top. Rows that load late are waited for.
 */
export function useScrollPosition({ scrollerRef, count, rowHeight, goTo }: ScrollPositionOptions): void {
  const { scrollPositions } = useClientState();
  const { key, search } = useLocation();
  const isReplaced = useNavigationType() === NavigationType.Replace;
  const heightRef = useRef(rowHeight);
  /** The query of the address; null before the first entry. */
  const shownSearch = useRef<string | null>(null);
  /** The rows above the visible ones. */
  const top = useRef(0);
  /** The position to restore once the list is long enough. */
  const pending = useRef<number | null>(null);
  const focused = useRef<number | null>(null);

  useLayoutEffect(() => {
    heightRef.current = rowHeight;
  }, [rowHeight]);

  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    if (scroller === null) return undefined;
    const earlier = scrollPositions.get(key);
    const isAtTop = earlier === null || earlier.top === 0;
    // A new list is at its top anyway, and setting the position costs a layout.
    pending.current = isAtTop ? null : earlier.top;
    focused.current = earlier?.focused ?? null;
    // Another entry starts at the top, unless it only gives the shown list another path, as when a new folder gets its id.
    const isSameList = isReplaced && shownSearch.current === search;
    if (isAtTop && shownSearch.current !== null && !isSameList) scroller.scrollTop = 0;
    shownSearch.current = search;
    if (focused.current !== null && isFocusFree()) goTo(focused.current);
    const onScroll = () => {
      top.current = scroller.scrollTop / heightRef.current;
    };
    const onFocus = ({ target }: FocusEvent) => {
      focused.current = rowOf(target, scroller);
    };
    const onGesture = () => {
      pending.current = null;
    };
    const keep = () => {
      scrollPositions.set(key, { top: pending.current ?? top.current, focused: focused.current });
    };
    const onHidden = () => {
      if (document.visibilityState === 'hidden') keep();
    };
    scroller.addEventListener('scroll', onScroll, { passive: true });
    scroller.addEventListener('focusin', onFocus);
    for (const gesture of GESTURES) scroller.addEventListener(gesture, onGesture, { passive: true });
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      keep();
      scroller.removeEventListener('scroll', onScroll);
      scroller.removeEventListener('focusin', onFocus);
      for (const gesture of GESTURES) scroller.removeEventListener(gesture, onGesture);
      document.removeEventListener('visibilitychange', onHidden);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once for each history entry
  }, [key, scrollPositions, scrollerRef]);

  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    if (scroller === null || pending.current === null) return;
    const wanted = pending.current * rowHeight;
    scroller.scrollTop = wanted;
    top.current = scroller.scrollTop / rowHeight;
    if (Math.abs(scroller.scrollTop - wanted) < 1) pending.current = null;
  }, [key, count, rowHeight, scrollerRef]);
}

/** Whether no control has the focus. A page change moves it to the main area. */
function isFocusFree(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement.matches('body, main');
}
