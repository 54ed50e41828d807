export interface Range {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** The number of rows to render beyond each edge. */
const MARGIN = 8;
/** At the top, where each letter of a search shows its results. Each row that is out of view would cost as much as a visible one. */
const MARGIN_AT_TOP = 1;
/** While the list scrolls, the range moves in steps of this many rows, so that most scroll events change nothing. */
const STEP = 4;

/** The rows of a list of any length. */
export function visibleRange(
  scrollTop: number,
  height: number,
  rowHeight: number,
  margin = scrollTop > 0 ? MARGIN : MARGIN_AT_TOP,
): Range {
  const shown = Math.ceil(height / rowHeight);
  if (scrollTop <= 0) return { start: 0, end: shown + margin };
  const first = Math.floor(scrollTop / rowHeight);
  return {
    start: Math.floor(Math.max(0, first - margin) / STEP) * STEP,
    end: Math.ceil((first + shown + 1 + margin) / STEP) * STEP,
  };
}

/** The part of a range that is in the list. If the list has become shorter than that, its last rows: it is about to scroll there. */
export function rangeWithin({ start, end }: Range, count: number): Range {
  return {
    start: start < count ? start : Math.max(0, count - (end - start)),
    end: Math.min(end, count),
  };
}

/** The `scrollTop` that makes a row fully visible; null if it already is. */
export function scrollToShow(
  index: number,
  rowHeight: number,
  scrollTop: number,
  height: number,
): number | null {
  const top = index * rowHeight;
  if (top < scrollTop) return top;
  const bottom = top + rowHeight;
  return bottom > scrollTop + height ? bottom - height : null;
}

/** The rows of the range plus the current row: scrolling must not remove the focused row. */
export function indexesIn({ start, end }: Range, current: number): readonly number[] {
  const shown = Array.from({ length: end - start }, (_, offset) => start + offset);
  if (current < start) return [current, ...shown];
  return current >= end ? [...shown, current] : shown;
}

/** Without a visible row that stays, rows further down are looked at, but not thousands. */
const MAX_LOOK = 500;

/**
 * How many rows to scroll after a change of the list, so that most visible rows stay where they are. A visible row that is gone
 * leaves its place to the next one. `placeNow`: the place of a row of the list before; -1 if it is gone.
 */
export function rowsToScroll({ start, end }: Range, placeNow: (row: number) => number): number {
  const counts = new Map<number, number>();
  let gone = 0;
  for (let row = start; row < end || (counts.size === 0 && row < end + MAX_LOOK); row += 1) {
    const place = placeNow(row);
    if (place === -1) {
      gone += 1;
      continue;
    }
    const move = place - (row - gone);
    counts.set(move, (counts.get(move) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, left], [, right]) => right - left);
  return most?.[0] ?? 0;
}

/** The place of a row of the list before, or of the first row after it that is still there. -1 if there is none nearby. */
export function placeOfNext(row: number, placeNow: (row: number) => number): number {
  for (let next = row; next < row + MAX_LOOK; next += 1) {
    const place = placeNow(next);
    if (place !== -1) return place;
  }
  return -1;
}
