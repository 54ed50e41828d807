export interface Range {
  readonly start: number;
  /** One behind the last. */
  readonly end: number;
}

/** Rows beyond each edge that are there before they are seen. */
const MARGIN = 8;
/** The range moves in steps of so many rows, so that most scroll events change nothing. */
const STEP = 4;

export function visibleRange(scrollTop: number, height: number, rowHeight: number, count: number): Range {
  const first = Math.floor(Math.max(0, scrollTop) / rowHeight);
  const shown = Math.ceil(height / rowHeight);
  const start = Math.floor(Math.max(0, Math.min(first, count) - MARGIN) / STEP) * STEP;
  const end = Math.ceil((first + shown + 1 + MARGIN) / STEP) * STEP;
  return { start, end: Math.min(count, end) };
}

/** How far to scroll so that a row is seen whole; null when it is. */
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

/** The rows of a range, and the current one wherever it is: what has the focus must not go away while one scrolls. */
export function indexesIn({ start, end }: Range, current: number): readonly number[] {
  const shown = Array.from({ length: end - start }, (_, offset) => start + offset);
  if (current < start) return [current, ...shown];
  return current >= end ? [...shown, current] : shown;
}
