import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';

import { useClientState } from '#web/state/client-state.ts';
import type { ScrollPosition } from '#web/state/scroll-positions.ts';
import { type Items, itemsIn } from '@foldmark/library/memory/items';

import { itemAt, itemsFrom, placeNow, rowOfItem } from './item-at.ts';
import { rowOf } from './row-of.ts';
import type { Visit } from './use-visit.ts';
import { rowsToScroll } from './visible-range.ts';

/** The user moves the list: a position that could not be restored yet is given up. */
const GESTURES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** The first visible row when the list was left in this history entry; 0 for an entry that shows for the first time. */
export function useEarlierPosition(): number {
  const { scrollPositions } = useClientState();
  const { key } = useLocation();
  return scrollPositions.get(key)?.top ?? 0;
}

/** More than a window shows: if all visible links are gone, the list begins with the next one. */
const KEPT_ITEMS = 100;

interface ScrollPositionOptions {
  readonly visit: Visit;
  /** Names what the rows are and their order. Within a visit, another one starts at its first row. */
  readonly arrangement: string;
  readonly scrollerRef: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly rowHeight: number;
  /** The number of rendered rows: those that the window shows, and a few more. */
  readonly visible: number;
  readonly rows: Items;
  readonly goTo: (row: number) => void;
}

/**
 * Keeps the scroll position and the focused row of a list for its history entry, and restores them when the user returns to
 * the entry. A new entry starts at the top. Rows that load late are waited for. Rows that come or go above the visible ones do not
 * move those.
 */
export function useScrollPosition(options: ScrollPositionOptions): void {
  const { visit, arrangement, scrollerRef, count, rowHeight, visible, rows, goTo } = options;
  const { scrollPositions } = useClientState();
  const { key } = useLocation();
  const heightRef = useRef(rowHeight);
  /** Null before the first visit. */
  const shown = useRef<Visit | null>(null);
  /** The rows above the visible ones. */
  const top = useRef(0);
  /** The position to restore once the list is long enough. */
  const pending = useRef<number | null>(null);
  const focused = useRef<number | null>(null);
  const arranged = useRef({ visit, arrangement, rows });

  // Rows of another height, in a window that became narrow or wide.
  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    if (heightRef.current === rowHeight) return;
    heightRef.current = rowHeight;
    if (scroller !== null) scroller.scrollTop = top.current * rowHeight;
  }, [rowHeight, scrollerRef]);

  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    if (scroller === null) return undefined;
    const earlier = scrollPositions.get(key);
    const isAtTop = earlier === null || earlier.top === 0;
    pending.current = isAtTop ? null : topNow(rows, earlier);
    focused.current = earlier === null ? null : focusedNow(rows, earlier);
    if (shown.current !== visit) {
      if (isAtTop && top.current !== 0) scroller.scrollTop = 0;
      top.current = 0;
    }
    shown.current = visit;
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
      const left = pending.current ?? top.current;
      const before = arranged.current.rows;
      scrollPositions.set(key, {
        top: left,
        focused: focused.current,
        items: itemsFrom(before, Math.floor(left), KEPT_ITEMS),
        focusedItem: focused.current === null ? null : itemAt(before, focused.current),
      });
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
  }, [visit, key, scrollPositions, scrollerRef]);

  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    const before = arranged.current;
    arranged.current = { visit, arrangement, rows };
    // Setting the position costs a layout.
    if (scroller === null || before.visit !== visit || top.current === 0) return;
    if (before.arrangement !== arrangement) {
      scroller.scrollTo({ top: 0 });
    } else if (before.rows !== rows && pending.current === null) {
      const start = Math.floor(top.current);
      const move = rowsToScroll({ start, end: start + visible }, (row) => placeNow(rows, before.rows, row));
      if (move === 0) return;
      // Not from the scroller's own position: at the end of a shorter list, the browser has moved it already.
      scroller.scrollTop = (top.current + move) * rowHeight;
      top.current = scroller.scrollTop / rowHeight;
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs when the rows change
  }, [visit, arrangement, rows, scrollerRef]);

  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    if (scroller === null || pending.current === null) return;
    const wanted = pending.current * rowHeight;
    scroller.scrollTop = wanted;
    top.current = scroller.scrollTop / rowHeight;
    if (Math.abs(scroller.scrollTop - wanted) < 1) pending.current = null;
  }, [key, count, rowHeight, scrollerRef]);
}

/** The rows above the first one that is still there of those that were visible, or followed. Without one, as many as before. */
function topNow(rows: Items, { top, items }: ScrollPosition): number {
  for (const item of items === undefined ? [] : itemsIn(items)) {
    const row = rowOfItem(rows, item);
    if (row !== -1) return row + (top % 1);
  }
  return top;
}

function focusedNow(rows: Items, { focused, focusedItem = null }: ScrollPosition): number | null {
  const row = focusedItem === null ? -1 : rowOfItem(rows, focusedItem);
  return row === -1 ? focused : row;
}

/** Whether no control has the focus. A page change moves it to the main area. */
function isFocusFree(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement.matches('body, main');
}
