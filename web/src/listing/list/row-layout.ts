export interface Range {
  readonly start: number;
  /** The end is exclusive. */
  readonly end: number;
}

/** The positions of the rows of a list, and how many rows to render beyond the visible ones. */
export interface RowLayout {
  readonly count: number;
  /** The most rows that are side by side: 1 in a list, more in a grid of cards. */
  readonly columns: number;
  /** The line that a row is in. In a list, each row is a line. */
  readonly lineOf: (row: number) => number;
  /** The first row of a line. The opposite of `lineOf`. */
  readonly firstOf: (line: number) => number;
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
  /** While the list scrolls, the range moves in steps of this many lines, so that most scroll events change nothing. */
  readonly step: number;
}

const MARGIN_ROWS = 8;
const MARGIN_ROWS_AT_TOP = 1;
const STEP = 4;

/** In a list, each row is a line. */
const LINES = {
  columns: 1,
  lineOf: (row: number) => Math.floor(row),
  firstOf: (line: number) => line,
};

/** The layout of rows of one height. */
export function evenRows(count: number, height: number, marginRows?: number): RowLayout {
  return {
    ...LINES,
    count,
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

/** The last of these places whose value is at most `at`. -1 if there is none. The values ascend. */
function placeOfLast(count: number, at: number, valueOf: (place: number) => number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (valueOf(middle) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A layout in which some rows have a heading above them. Such a row begins with its heading. */
export function withHeadings(layout: RowLayout, { rows, height }: RowHeadings): RowLayout {
  if (rows.length === 0) return layout;
  /** The place of the last heading at or above a row or a point. -1 if there is none. */
  const lastAt = (at: number, valueOf: (place: number) => number): number =>
    placeOfLast(rows.length, at, valueOf);
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
 * The layout of cards of one height, side by side in lines. Below a heading, a new line begins. Between two lines, `rowAt` returns
 * the first card of the upper one plus the part of its height that is above: 8.5 in the middle of the cards 8 to 11.
 */
export function evenCards(
  count: number,
  columns: number,
  height: number,
  headings: RowHeadings = NO_HEADINGS,
): RowLayout {
  const sections = sectionsOf(headings.rows, columns);
  const { lineOf, firstOf } = linesOf(sections, columns);
  const lines = withHeadings(evenRows(lineOf(count) + columns, height), {
    rows: headings.rows.map(lineOf),
    height: headings.height,
  });
  return {
    count,
    columns,
    lineOf,
    firstOf,
    topOf: (row) => lines.topOf(lineOf(row) + (row % 1)),
    rowAt: (top) => {
      const line = lines.rowAt(top);
      return firstOf(Math.floor(line)) + (line % 1);
    },
    margin: height,
    marginAtTop: height / 2,
    step: 1,
  };
}

const NO_HEADINGS: RowHeadings = { rows: [], height: 0 };

/** Cards that share no line with other cards. */
interface Section {
  readonly firstRow: number;
  readonly firstLine: number;
}

/** Each of these rows begins a section. */
function sectionsOf(rows: readonly number[], columns: number): readonly Section[] {
  const sections: Section[] = [{ firstRow: 0, firstLine: 0 }];
  let last: Section = { firstRow: 0, firstLine: 0 };
  for (const firstRow of rows) {
    if (firstRow === 0) continue;
    last = { firstRow, firstLine: last.firstLine + Math.ceil((firstRow - last.firstRow) / columns) };
    sections.push(last);
  }
  return sections;
}

function linesOf(sections: readonly Section[], columns: number): Pick<RowLayout, 'lineOf' | 'firstOf'> {
  const sectionAt = (at: number, field: keyof Section): Section =>
    sections[placeOfLast(sections.length, at, (place) => sections[place]?.[field] ?? 0)] ?? {
      firstRow: 0,
      firstLine: 0,
    };
  return {
    lineOf: (row) => {
      const { firstRow, firstLine } = sectionAt(row, 'firstRow');
      return firstLine + Math.floor((row - firstRow) / columns);
    },
    firstOf: (line) => {
      const { firstRow, firstLine } = sectionAt(line, 'firstLine');
      return firstRow + (line - firstLine) * columns;
    },
  };
}

/** The row after the line of a row. */
export function nextLineOf({ lineOf, firstOf }: RowLayout, row: number): number {
  return firstOf(lineOf(row) + 1);
}

/** The height of the list, in pixels. */
export function listHeight(layout: RowLayout): number {
  const { count, topOf } = layout;
  return count === 0 ? 0 : topOf(nextLineOf(layout, count - 1));
}

/** The layout of blocks of different heights. Only a few blocks fit into a window. */
export function unevenRows(count: number, margin: number, heightOf: (row: number) => number): RowLayout {
  const tops = new Float64Array(count + 1);
  for (let row = 0; row < count; row += 1) tops[row + 1] = topIn(tops, row) + heightOf(row);
  return {
    ...LINES,
    count,
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
  return Math.max(
    0,
    placeOfLast(tops.length - 1, top, (row) => topIn(tops, row)),
  );
}

/** The rows to render: the visible ones and a few beyond each edge. */
export function visibleRange(layout: RowLayout, scrollTop: number, height: number): Range {
  const { rowAt, lineOf, firstOf, margin, marginAtTop, step } = layout;
  const isAtTop = scrollTop <= 0;
  const lastRow = rowAt(scrollTop + height + (isAtTop ? marginAtTop : margin));
  const end = lineOf(lastRow) + (lastRow % 1 === 0 ? 0 : 1);
  if (isAtTop) return { start: 0, end: firstOf(end) };
  const start = lineOf(rowAt(Math.max(0, scrollTop - margin)));
  return {
    start: firstOf(Math.floor(start / step) * step),
    end: firstOf(Math.ceil(end / step) * step),
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
  layout: RowLayout,
  row: number,
  scrollTop: number,
  height: number,
): number | null {
  const { topOf } = layout;
  const top = topOf(row);
  if (top < scrollTop) return top;
  const bottom = topOf(nextLineOf(layout, row));
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
