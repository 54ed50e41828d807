export interface Range {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** The number of rows to render beyond each edge. */
const MARGIN = 8;
/** At the top, so that a new page and each key of a search render few rows that are out of view. */
const MARGIN_AT_TOP = 1;
/** The range moves in steps of this many rows, so that most scroll events change nothing. */
const STEP = 4;

export function visibleRange(
  scrollTop: number,
  height: number,
  rowHeight: number,
  count: number,
  margin = scrollTop > 0 ? MARGIN : MARGIN_AT_TOP,
): Range {
  const first = Math.floor(Math.max(0, scrollTop) / rowHeight);
  const shown = Math.ceil(height / rowHeight);
  const start = Math.floor(Math.max(0, Math.min(first, count) - margin) / STEP) * STEP;
  const end = Math.ceil((first + shown + 1 + margin) / STEP) * STEP;
  return { start, end: Math.min(count, end) };
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
