import {
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';

interface RovingRowsOptions {
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  readonly count: number;
  readonly rowHeight: number;
  /** Changes when other rows stand there. */
  readonly items: unknown;
  /** A menu or question of a row is open, and gives the focus back when it closes. */
  readonly isAsking?: boolean;
  readonly show: (index: number) => void;
  /** Space on a row. */
  readonly onSelect: (index: number, withShift: boolean) => void;
}

interface RovingRows {
  readonly current: number;
  /** Gives a row the focus. */
  readonly goTo: (index: number) => void;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

const OVERLAYS = '[role=menu], [role=dialog], [role=alertdialog]';

/**
 * The keyboard in a list of any length, as grids have it: the tab key comes to one row and what is in it; up, down, page
 * and end keys go to other rows, left and right through the row; enter opens, space selects.
 */
export function useRovingRows(options: RovingRowsOptions): RovingRows {
  const { scrollerRef, count, rowHeight, items, isAsking = false, show, onSelect } = options;
  const [current, setCurrent] = useState(0);
  const mustFocus = useRef(false);
  /** What had the focus last, until it went elsewhere. */
  const focused = useRef<HTMLElement | null>(null);
  const last = Math.max(0, count - 1);

  const focusCurrent = (index: number) => {
    scrollerRef.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus({ preventScroll: true });
  };

  useLayoutEffect(() => {
    if (!mustFocus.current) return;
    mustFocus.current = false;
    focusCurrent(current);
  });

  // When the row that has the focus goes, the one that takes its place gets it.
  useLayoutEffect(() => {
    const row = rowOf(document.activeElement, scrollerRef.current);
    if (row !== null) setCurrent(row);
    if (row !== null || isAsking) return;
    // Whoever gives the focus back does so in the next frame, to a row that may be gone.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        const before = focused.current;
        if (document.activeElement !== document.body || before === null) return;
        const next = before.isConnected
          ? before
          : scrollerRef.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]');
        next?.focus({ preventScroll: true });
      });
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [items, last, isAsking, scrollerRef]);

  const goTo = (index: number) => {
    const next = Math.min(last, Math.max(0, index));
    mustFocus.current = true;
    setCurrent(next);
    show(next);
    if (next === current) focusCurrent(next);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key, altKey, ctrlKey, metaKey } = event;
    const row = rowOf(target, scrollerRef.current);
    if (row === null || altKey || ctrlKey || metaKey || !(target instanceof HTMLElement)) return;
    const page = Math.max(1, Math.floor((scrollerRef.current?.clientHeight ?? 0) / rowHeight) - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -row,
      End: last - row,
    };
    const step = steps[key];
    const onRow = target.matches('[data-row]');
    if (step !== undefined) goTo(row + step);
    else if (key === 'ArrowRight') focusBeside(target, 1);
    else if (key === 'ArrowLeft') focusBeside(target, -1);
    else if (key === ' ' && onRow) onSelect(row, event.shiftKey);
    else if (key === 'Enter' && onRow) target.querySelector('a')?.click();
    else return;
    event.preventDefault();
  };

  const onFocus = ({ target }: FocusEvent) => {
    const row = rowOf(target, scrollerRef.current);
    focused.current = target instanceof HTMLElement ? target : null;
    if (row !== null) setCurrent(row);
  };

  // Whoever goes elsewhere does not wait for the focus here any more; the menu of a row is not elsewhere.
  useLayoutEffect(() => {
    const onElsewhere = ({ target }: Event) => {
      const isHere = rowOf(target, scrollerRef.current) !== null;
      const isOver = target instanceof Element && target.closest(OVERLAYS) !== null;
      if (!isHere && !isOver) focused.current = null;
    };
    document.addEventListener('focusin', onElsewhere);
    document.addEventListener('pointerdown', onElsewhere);
    return () => {
      document.removeEventListener('focusin', onElsewhere);
      document.removeEventListener('pointerdown', onElsewhere);
    };
  }, [scrollerRef]);

  return { current: Math.min(current, last), goTo, onFocus, onKeyDown };
}

function rowOf(target: unknown, scroller: HTMLElement | null): number | null {
  if (!(target instanceof Element) || scroller?.contains(target) !== true) return null;
  const row = target.closest<HTMLElement>('[data-row]')?.dataset['row'];
  return row === undefined ? null : Number(row);
}

/** The row itself, then what is in it, and round again at the ends. */
function focusBeside(target: HTMLElement, step: number): void {
  const row = target.closest<HTMLElement>('[data-row]');
  if (row === null) return;
  const stops = [row, ...row.querySelectorAll<HTMLElement>('a, button, input')].filter((stop) =>
    stop.checkVisibility(),
  );
  stops.at((stops.indexOf(target) + step) % stops.length)?.focus();
}
