import {
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';

import { rowOf } from './row-of.ts';
import { useFocusAfterRemoval } from './use-focus-after-removal.ts';
import { type Visit, useVisitState } from './use-visit.ts';
import { placeOfNext } from './visible-range.ts';

interface RovingRowsOptions<T> {
  /** The list starts again with each visit. */
  readonly visit?: Visit;
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  readonly count: number;
  readonly rowHeight: number;
  /** Its identity changes when the rows change. */
  readonly items: T;
  /** Where the row of an earlier list is now; -1 if it is gone. Without it, the focus does not follow a row that jumps. */
  readonly placeNow?: (before: T, index: number) => number;
  /** A row menu or a question is open. It restores the focus itself when it closes. */
  readonly isOverlayOpen?: boolean;
  readonly show: (index: number) => void;
  /** Space was pressed on a row. */
  readonly onSelect: (index: number, withShift: boolean) => void;
}

interface RovingRows {
  readonly current: number;
  /** Whether the focus is in the list or in an overlay that it opened. */
  readonly isFocused: boolean;
  /** Focuses a row. */
  readonly goTo: (index: number) => void;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * Keyboard support for a grid of any length, with a roving tabindex: Tab stops at one row and its controls. Up, Down, Page and
 * Home/End move between rows, Left and Right move within a row. Enter opens a row, Space selects it.
 */
export function useRovingRows<T>(options: RovingRowsOptions<T>): RovingRows {
  const { visit = '', scrollerRef, count, rowHeight, items, isOverlayOpen = false, show, onSelect } = options;
  const { current, setCurrent, isFocused, setFocused } = useCurrentRow(options);
  const mustFocus = useRef(false);
  const last = Math.max(0, count - 1);

  const focusRow = (index: number) => {
    scrollerRef.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus({ preventScroll: true });
  };

  useLayoutEffect(() => {
    if (!mustFocus.current) return;
    mustFocus.current = false;
    focusRow(current);
  });

  // Rows were added or removed above the focused row: its index has changed.
  useLayoutEffect(() => {
    const row = rowOf(document.activeElement, scrollerRef.current);
    if (row !== null) setCurrent(() => row);
  }, [items, last, isOverlayOpen, scrollerRef, setCurrent]);

  const onFocusInList = useFocusAfterRemoval({ visit, scrollerRef, items, last, isOverlayOpen, setFocused });

  const goTo = (index: number) => {
    const next = Math.min(last, Math.max(0, index));
    mustFocus.current = true;
    setCurrent(() => next);
    show(next);
    if (next === current) focusRow(next);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key, altKey, ctrlKey, metaKey } = event;
    const row = rowOf(target, scrollerRef.current);
    if (row === null || altKey || ctrlKey || metaKey || !(target instanceof HTMLElement)) return;
    const page = Math.max(1, Math.floor((scrollerRef.current?.clientHeight ?? 0) / rowHeight) - 1);
    const step = stepOf(key, { row, last, page });
    const onRow = target.matches('[data-row]');
    if (step !== undefined) goTo(row + step);
    else if (key === 'ArrowRight') focusBeside(target, 1);
    else if (key === 'ArrowLeft') focusBeside(target, -1);
    else if (key === ' ' && onRow) onSelect(row, event.shiftKey);
    else if (key === 'Enter' && onRow) target.querySelector<HTMLElement>('[data-open]')?.click();
    else return;
    event.preventDefault();
  };

  const onFocus = ({ target }: FocusEvent) => {
    const row = rowOf(target, scrollerRef.current);
    onFocusInList(target);
    if (row !== null) setCurrent(() => row);
  };

  return { current: Math.min(current, last), isFocused, goTo, onFocus, onKeyDown };
}

/** The row that Tab stops at. While it has the focus, it can jump to any place of the list and keeps the focus. */
function useCurrentRow<T>({ visit = '', items, placeNow }: RovingRowsOptions<T>) {
  const [current, setCurrent] = useVisitState(visit, () => 0);
  const [isFocused, setFocused] = useVisitState(visit, () => false);
  const [before, setBefore] = useState(items);
  if (before !== items) {
    setBefore(items);
    const place =
      isFocused && placeNow !== undefined ? placeOfNext(current, (row) => placeNow(before, row)) : -1;
    if (place !== -1) setCurrent(() => place);
  }
  return { current, setCurrent, isFocused, setFocused };
}

interface RowPosition {
  readonly row: number;
  readonly last: number;
  /** The number of rows in a page. */
  readonly page: number;
}

/** How many rows a key moves the focus; undefined for a key that doesn't move it to another row. */
function stepOf(key: string, { row, last, page }: RowPosition): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -row,
    End: last - row,
  };
  return steps[key];
}

/** Cycles through the row itself and its controls. */
function focusBeside(target: HTMLElement, step: number): void {
  const row = target.closest<HTMLElement>('[data-row]');
  if (row === null) return;
  const stops = [row, ...row.querySelectorAll<HTMLElement>('a, button, input')].filter((stop) =>
    stop.checkVisibility(),
  );
  stops.at((stops.indexOf(target) + step) % stops.length)?.focus();
}
