import {
  evenRows,
  nextLineOf,
  type Range,
  rangeWithin,
  type RowLayout,
  rowsToScroll,
  scrollToShow,
  visibleRange,
} from './row-layout.ts';

/** The scroll functions of the element that scrolls. */
export interface ScrollPort {
  /** Scrolls the list, and returns the resulting position: a short list cannot scroll far. */
  readonly scrollTo: (top: number) => number;
  readonly measure: () => { readonly top: number; readonly height: number };
}

/** The scroll position of a list, and the range of its visible rows. */
export class ScrollState {
  #layout: RowLayout = evenRows(0, 1);
  #height: number;
  /** The number of rows above the visible ones. Counted in rows, because their height depends on the width of the window. */
  #top = 0;
  /** The position to scroll to once there are enough rows. */
  #pending: number | null = null;
  /** A row to keep visible while the rows around it are measured. */
  #target: number | null = null;
  #mustScroll = false;

  /** `height` is the assumed height of the list, until it is measured. */
  constructor(height: number) {
    this.#height = height;
  }

  get layout(): RowLayout {
    return this.#layout;
  }

  get top(): number {
    return this.#pending ?? this.#top;
  }

  get range(): Range {
    const { count, topOf } = this.#layout;
    return rangeWithin(visibleRange(this.#layout, topOf(this.top), this.#height), count);
  }

  /** The number of lines that Page keys move. */
  get page(): number {
    const { lineOf, rowAt } = this.#layout;
    return Math.max(1, lineOf(rowAt(this.#height)) - 1);
  }

  /** Replaces the layout. Scrolls only if the first visible row has moved, because setting the position costs a layout. */
  setLayout(layout: RowLayout): void {
    const before = this.#layout;
    this.#layout = layout;
    if (
      this.#pending !== null ||
      this.#target !== null ||
      layout.topOf(this.#top) !== before.topOf(this.#top)
    )
      this.#mustScroll = true;
  }

  /**
   * Keeps the visible rows where they are if rows were added or removed above them. `placeNow` returns the new place of an old
   * row; -1 if the row is gone. At the top of the list, new rows push the others.
   */
  keepPlace(placeNow: (row: number) => number): void {
    if (this.#top === 0 || this.#pending !== null) return;
    const { start, end } = this.range;
    const first = Math.floor(this.#top);
    const move = rowsToScroll({ start: first, end: first + end - start }, placeNow);
    if (move !== 0) this.#mustScroll = true;
    this.#top = Math.max(0, this.#top + move);
  }

  /** Scrolls to a position as soon as there are enough rows. */
  restore(top: number): void {
    if (top === 0 && this.#top === 0) return;
    this.#top = top;
    this.#pending = top === 0 ? null : top;
    this.#mustScroll = true;
  }

  /** Another list may have scrolled the element, or the element may be new. */
  connect(): void {
    if (this.#top > 0) this.#pending ??= this.#top;
    this.#mustScroll = true;
  }

  /** Scrolls as the last changes require. */
  settle(port: ScrollPort): void {
    if (!this.#mustScroll) return;
    this.#mustScroll = false;
    const wanted = this.#layout.topOf(this.top);
    const top = port.scrollTo(wanted);
    if (Math.abs(top - wanted) < 1) this.#pending = null;
    this.#top = this.#layout.rowAt(top);
    if (this.#target !== null) this.show(port, this.#target);
  }

  /** Scrolls just far enough to make a row visible. */
  show(port: ScrollPort, row: number): void {
    const { top, height } = port.measure();
    this.#height = height;
    this.#target = row;
    const next = scrollToShow(this.#layout, row, top, height);
    if (next !== null) this.#top = this.#layout.rowAt(port.scrollTo(next));
  }

  /** The user or the browser has scrolled the list, or its height has changed. */
  scrolled(top: number, height: number): void {
    const { rowAt, topOf } = this.#layout;
    this.#height = height;
    this.#top = rowAt(top);
    const target = this.#target;
    if (target === null) return;
    const isBelow = topOf(target) >= top + height;
    if (isBelow || topOf(nextLineOf(this.#layout, target)) <= top) this.#target = null;
  }

  /** If the user moves the list, gives up a position that could not be restored yet. */
  gesture(): void {
    this.#pending = null;
    this.#target = null;
  }

  /** Called when the rows have changed, because the target may be another row now. */
  forgetTarget(): void {
    this.#target = null;
  }
}
