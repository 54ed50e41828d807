export interface Range {
  readonly start: number;
  /** The end is exclusive. */
  readonly end: number;
}

/** The positions of the rows of a list, and how many rows to render beyond the visible ones. */
export interface RowLayout {
  readonly count: number;
  /** How many rows are side by side: 1 in a list, more in a grid of cards. */
  readonly columns: number;
  /** How far a row is from the top of the list, in pixels. 2.5 is the middle of the third row. */
  readonly topOf: (row: number) => number;
  /** The opposite of `topOf`. */
  readonly rowAt: (top: number) => number;
  /** The pixels to render beyond each edge. */
  readonly margin: number;
  /**
   * The pixels to render beyond each edge while the list is at its top. Each letter of a search renders there, and an invisible
   * row costs as much as a visible one.
   */
  readonly marginAtTop: number;
  /** While the list scrolls, the range moves in steps of this many rows, so that most scroll events change nothing. */
  readonly step: number;
}

const MARGIN_ROWS = 8;
const MARGIN_ROWS_AT_TOP = 1;
const STEP = 4;

/** The layout of rows of one height. */
export function evenRows(count: number, height: number, marginRows?: number): RowLayout {
  return {
    count,
    columns: 1,
    topOf: (row) => row * height,
    rowAt: (top) => top / height,
    margin: (marginRows ?? MARGIN_ROWS) * height,
    marginAtTop: (marginRows ?? MARGIN_ROWS_AT_TOP) * height,
    step: STEP,
  };
}

/** The height of the headings above some rows, in ascending order of the rows. */
export interface RowHeadings {
  readonly rows: readonly number[];
  readonly height: number;
}

/** A layout in which some rows have a heading above them. Such a row begins with its heading. */
export function withHeadings(layout: RowLayout, { rows, height }: RowHeadings): RowLayout {
  if (rows.length === 0) return layout;
  /** The place of the last heading at or above a row or a point. -1 if there is none. */
  const lastAt = (at: number, valueOf: (place: number) => number): number => {
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (valueOf(middle) <= at) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };
  const rowOf = (place: number): number => rows[place] ?? 0;
  const topOfHeading = (place: number): number => layout.topOf(rowOf(place)) + place * height;
  return {
    ...layout,
    topOf: (row) => {
      const place = lastAt(row, rowOf);
      const top = layout.topOf(row) + (place + 1) * height;
      // Within a row that begins with a heading, the heading is a part of the row.
      return place === -1 || row >= rowOf(place) + 1 ? top : top - height * (1 - (row - rowOf(place)));
    },
    rowAt: (top) => {
      const place = lastAt(top, topOfHeading);
      if (place === -1) return layout.rowAt(top);
      const row = rowOf(place);
      const rowHeight = layout.topOf(row + 1) - layout.topOf(row) + height;
      const below = top - topOfHeading(place);
      return below < rowHeight ? row + below / rowHeight : layout.rowAt(top - (place + 1) * height);
    },
  };
}

/**
 * The layout of cards of one height, side by side in lines. Between two lines, `rowAt` returns the first card of the upper one
 * plus the part of its height that is above: 8.5 in the middle of the cards 8 to 11.
 */
export function evenCards(count: number, columns: number, height: number): RowLayout {
  return {
    count,
    columns,
    topOf: (row) => (Math.floor(row / columns) + (row % 1)) * height,
    rowAt: (top) => Math.floor(top / height) * columns + ((top / height) % 1),
    margin: height,
    marginAtTop: height / 2,
    step: columns,
  };
}

/** The height of the list, in pixels. */
export function listHeight({ count, columns, topOf }: RowLayout): number {
  return count === 0 ? 0 : topOf(count - 1 + columns);
}

/** The layout of blocks of different heights. Only a few blocks fit into a window. */
export function unevenRows(count: number, margin: number, heightOf: (row: number) => number): RowLayout {
  const tops = new Float64Array(count + 1);
  for (let row = 0; row < count; row += 1) tops[row + 1] = topIn(tops, row) + heightOf(row);
  return {
    count,
    columns: 1,
    topOf: (row) => {
      const index = Math.max(0, Math.min(Math.floor(row), count));
      const top = topIn(tops, index);
      return index < count ? top + (row - index) * (topIn(tops, index + 1) - top) : top;
    },
    rowAt: (top) => {
      if (top >= topIn(tops, count)) return count;
      const row = rowIn(tops, top);
      return row + Math.max(0, top - topIn(tops, row)) / (topIn(tops, row + 1) - topIn(tops, row));
    },
    margin,
    marginAtTop: margin,
    step: 1,
  };
}

function topIn(tops: Float64Array, row: number): number {
  return tops[row] ?? 0;
}

/** The last row that starts at or above this point. */
function rowIn(tops: Float64Array, top: number): number {
  let [low, high] = [0, Math.max(0, tops.length - 2)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (topIn(tops, middle) <= top) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The rows to render: the visible ones and a few beyond each edge. */
export function visibleRange(layout: RowLayout, scrollTop: number, height: number): Range {
  const { rowAt, columns, margin, marginAtTop, step } = layout;
  if (scrollTop <= 0) return { start: 0, end: Math.ceil(rowAt(height + marginAtTop) / columns) * columns };
  return {
    start: Math.floor(rowAt(Math.max(0, scrollTop - margin)) / step) * step,
    end: Math.ceil(rowAt(scrollTop + height + margin) / step) * step,
  };
}

/**
 * The part of a range that is in the list. If the list has become shorter than the range, its last rows, because the list is
 * about to scroll there.
 */
export function rangeWithin({ start, end }: Range, count: number): Range {
  return {
    start: start < count ? start : Math.max(0, count - (end - start)),
    end: Math.min(end, count),
  };
}

/** The `scrollTop` that makes a row fully visible, or its beginning if it is too high. Null if it already is. */
export function scrollToShow(
  { columns, topOf }: RowLayout,
  row: number,
  scrollTop: number,
  height: number,
): number | null {
  const top = topOf(row);
  if (top < scrollTop) return top;
  const bottom = topOf(row + columns);
  return bottom > scrollTop + height ? Math.min(top, bottom - height) : null;
}

/** The rows of the range plus the current row: scrolling must not remove the focused row. */
export function indexesIn({ start, end }: Range, current: number): readonly number[] {
  const shown = Array.from({ length: end - start }, (_, offset) => start + offset);
  if (current < start) return [current, ...shown];
  return current >= end ? [...shown, current] : shown;
}

/** If no visible row stays, the search continues this far down, not through thousands of rows. */
const MAX_LOOK = 500;

/**
 * How many rows to scroll after a change of the list, so that most visible rows stay where they are. The next row replaces a
 * visible row that is gone. `placeNow` returns the new place of an old row, or -1 if the row is gone.
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

/** The new place of an old row, or of the first row after it that still exists. -1 if there is none nearby. */
export function placeOfNext(row: number, placeNow: (row: number) => number): number {
  for (let next = row; next < row + MAX_LOOK; next += 1) {
    const place = placeNow(next);
    if (place !== -1) return place;
  }
  return -1;
}
