import type { ScrollPosition } from '#web/state/scroll-positions.ts';
import { NOTHING_SELECTED, type Selection } from '#web/state/selection.ts';
import { countOf, type Item, type Items, itemsIn } from '@foldmark/library/memory/items';

import { rangeToggled, selectedOf, selectionOf, toggled } from '../selection/selection.ts';
import { itemAt, itemsFrom, placeNow, rowOfItem } from './item-at.ts';
import { placeOfNext, type Range, type RowLayout } from './row-layout.ts';
import { type ScrollPort, ScrollState } from './scroll-state.ts';

/** The functions of the page that the controller uses. */
export interface ListPort extends ScrollPort {
  readonly focusRow: (row: number) => void;
  /** Whether no element has the focus. */
  readonly isFocusFree: () => boolean;
}

export interface ListView {
  /** The rows to render. */
  readonly range: Range;
  /** The row that Tab stops at. Always rendered. */
  readonly current: number;
  /** Whether the focus is in the list or in an overlay that it opened. */
  readonly isFocused: boolean;
}

export interface Chosen {
  readonly selection: Selection;
  /** The selected items, as far as the list shows them. */
  readonly selected: Items;
}

export interface Arrangement {
  /** Identifies the order of the rows and the search. If it changes within a visit, the list starts at its first row. */
  readonly arrangement?: string | undefined;
  /**
   * While this stays the same, new rows push the visible ones, as when the user expands a folder. By default it changes with the
   * rows.
   */
  readonly content?: unknown;
}

interface Shown extends Arrangement {
  readonly rows: Items;
  readonly layout: RowLayout | null;
}

interface ListStart {
  /** The assumed height of the list, until it is measured. */
  readonly height: number;
  /** Where an earlier visit of the same history entry has left the list. */
  readonly position?: ScrollPosition | null;
  readonly selection?: Selection | undefined;
}

export const NO_ITEMS: Items = { folders: [], links: [] };
/** More than a window shows. If all these links are gone, the list starts at the next one. */
const KEPT_ITEMS = 100;

/**
 * A list during one visit: the focused row, the selected items, the scroll position and the rows to render. The owner calls
 * `setRows` with the newest rows while it renders, and `settle` after it has rendered:
 *
 *     list.setRows(rows, evenRows(countOf(rows), 44));
 *     render(list.view().range);
 *     list.settle();
 */
export class ListController {
  #shown: Shown = { rows: NO_ITEMS, layout: null };
  #port: ListPort | null = null;
  readonly #scroll: ScrollState;
  /** The position to restore once there are rows. */
  #earlier: ScrollPosition | null;
  #current = 0;
  #isFocused = false;
  /** Whether a row has had the focus during this visit. */
  #hadFocus = false;
  /** Whether the focus may be lost: the selection has ended or the last row is gone, perhaps with its focused button. */
  #isOwed = false;
  #mustFocus: 'always' | 'if free' | null = null;
  #view: ListView = { range: { start: 0, end: 0 }, current: 0, isFocused: false };
  #chosen: Chosen;
  readonly #listeners = new Set<() => void>();

  constructor({ height, position = null, selection = NOTHING_SELECTED }: ListStart) {
    this.#scroll = new ScrollState(height);
    this.#earlier = position;
    this.#chosen = { selection, selected: NO_ITEMS };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  readonly view = (): ListView => this.#view;

  readonly chosen = (): Chosen => this.#chosen;

  /**
   * Replaces the rows. Visible rows stay where they are. The focus follows its row; if that row is gone, the next one gets the
   * focus. Calls no listener, because the owner is rendering.
   */
  setRows(rows: Items, layout: RowLayout, { arrangement = '', content = rows }: Arrangement = {}): void {
    const before = this.#shown;
    if (before.rows === rows && before.layout === layout && before.arrangement === arrangement) return;
    this.#shown = { rows, layout, arrangement, content };
    if (before.rows !== rows) this.#replaceRows(before);
    this.#scroll.setLayout(layout);
    if (before.layout !== null && before.arrangement !== arrangement) this.#scroll.restore(0);
    if (this.#earlier !== null && layout.count > 0) this.#restore(this.#earlier);
    if (layout.count === 0 && (before.layout?.count ?? 0) > 0) this.#isOwed = true;
    this.#updateView();
  }

  /** Connects the list with the page; null disconnects it. */
  connect(port: ListPort | null): void {
    this.#port = port;
    if (port === null) return;
    this.#scroll.connect();
    this.settle();
  }

  /** Scrolls and focuses as the last changes require. */
  settle(): void {
    const port = this.#port;
    if (port === null) return;
    this.#scroll.settle(port);
    this.#publish();
    if (this.#mustFocus === null) return;
    if (this.#mustFocus === 'always' || port.isFocusFree()) port.focusRow(this.#view.current);
    this.#mustFocus = null;
  }

  /** The user or the browser has scrolled the list, or its height has changed. */
  scrolled(top: number, height: number): void {
    this.#scroll.scrolled(top, height);
    this.#publish();
  }

  /** The user is about to scroll or to move the focus. */
  gesture(): void {
    this.#scroll.gesture();
  }

  /** Scrolls just far enough to make a row visible. */
  readonly show = (row: number): void => {
    if (this.#port === null) return;
    this.#scroll.show(this.#port, row);
    this.#publish();
  };

  /** Focuses a row, and makes it visible. */
  moveTo(row: number): void {
    const before = this.#view;
    this.#current = Math.max(0, Math.min(row, this.#last));
    this.#mustFocus = 'always';
    this.show(this.#current);
    this.#publish();
    // If the view has changed, the focus moves after the row is rendered.
    if (this.#view === before) this.settle();
  }

  /** Focuses the row that Tab stops at, or the first visible row if that one is out of sight. */
  readonly enter = (): void => {
    const { current } = this.#view;
    const { top, page, layout } = this.#scroll;
    const line = layout.lineOf(top) + (top % 1 === 0 ? 0 : 1);
    const first = layout.firstOf(line);
    const isInSight = current >= first && current < layout.firstOf(line + page + 1);
    this.moveTo(isInSight ? current : first);
  };

  /**
   * The row that a key leads to from this row. Null for a key that does not move the focus to another row. Among cards, Left and
   * Right lead to the neighbours, and Up and Down stay in the column. If the last line has no card there, its last one is next.
   */
  rowOfKey(key: string, row: number): number | null {
    const { columns, page } = this;
    if (key === 'Home') return 0;
    if (key === 'End') return this.#last;
    if (columns > 1 && key === 'ArrowRight') return Math.min(this.#last, row + 1);
    if (columns > 1 && key === 'ArrowLeft') return Math.max(0, row - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      j: 1,
      ArrowUp: -1,
      k: -1,
      PageDown: page,
      PageUp: -page,
    };
    // With caps lock, a letter is upper-case.
    const lines = steps[key.length === 1 ? key.toLowerCase() : key];
    if (lines === undefined) return null;
    const { lineOf, firstOf } = this.#scroll.layout;
    const line = lineOf(row);
    const next = Math.max(0, Math.min(line + lines, lineOf(this.#last)));
    const lastOfLine = Math.min(this.#last, firstOf(next + 1) - 1);
    return Math.min(lastOfLine, firstOf(next) + (row - firstOf(line)));
  }

  /** How many rows are side by side. */
  get columns(): number {
    return this.#shown.layout?.columns ?? 1;
  }

  /** The number of lines that Page keys move: rows of a list, or rows of cards. */
  get page(): number {
    return this.#scroll.page;
  }

  /** Called when a row has got the focus, or with null when another part of the list has. */
  focusIn(row: number | null): void {
    this.#isFocused = true;
    if (row !== null) {
      this.#current = row;
      this.#hadFocus = true;
    }
    this.#publish();
  }

  /** Called when the focus has left the list and the overlays that it opened. */
  focusOut(): void {
    this.#isFocused = false;
    this.#publish();
  }

  /** Where to move the focus after the focused element is gone. Null if the focus was not in the list. */
  get focusHome(): 'row' | 'list' | null {
    if (!this.#isFocused && !this.#isOwed) return null;
    return this.#shown.layout?.count === 0 ? 'list' : 'row';
  }

  /** Called when the element has restored the focus. */
  focusRestored(): void {
    this.#isOwed = false;
  }

  /** Selects or deselects an item. With Shift, also all items between it and the last toggled one. */
  readonly toggle = (item: Item, withShift: boolean): void => {
    const { selection } = this.#chosen;
    this.#select(withShift ? rangeToggled(selection, item, this.#shown.rows) : toggled(selection, item));
  };

  readonly selectAll = (items: Items = this.#shown.rows): void => {
    this.#select(selectionOf(items));
  };

  readonly clear = (): void => {
    this.#select(NOTHING_SELECTED);
  };

  /** The current position of the list, to restore it in a later visit. */
  position(): ScrollPosition {
    if (this.#earlier !== null) return this.#earlier;
    const { rows } = this.#shown;
    const { top } = this.#scroll;
    const focused = this.#hadFocus ? this.#current : null;
    return {
      top,
      focused,
      items: itemsFrom(rows, Math.floor(top), KEPT_ITEMS),
      focusedItem: focused === null ? null : itemAt(rows, focused),
    };
  }

  get #last(): number {
    return Math.max(0, (this.#shown.layout?.count ?? 0) - 1);
  }

  #replaceRows(before: Shown): void {
    const { rows, arrangement, content } = this.#shown;
    const now = (row: number): number => placeNow(rows, before.rows, row);
    this.#scroll.forgetTarget();
    if (this.#current > 0 || this.#isFocused) {
      // Without the focus, the list does not search for the next row that stays, which takes time.
      const place = this.#isFocused ? placeOfNext(this.#current, now) : now(this.#current);
      if (place !== -1) this.#current = place;
    }
    if (before.arrangement === arrangement && before.content !== content) this.#scroll.keepPlace(now);
    if (this.#chosen.selection !== NOTHING_SELECTED) this.#setChosen(this.#chosen.selection);
  }

  /**
   * Restores the position of an earlier visit: at the first of its rows that still exists, or else after the same number of rows.
   */
  #restore({ top, items, focused, focusedItem = null }: ScrollPosition): void {
    this.#earlier = null;
    const { rows } = this.#shown;
    if (top > 0) {
      const first = itemsIn(items ?? NO_ITEMS).find((item) => rowOfItem(rows, item) !== -1);
      this.#scroll.restore(first === undefined ? top : rowOfItem(rows, first) + (top % 1));
    }
    if (focused === null) return;
    const row = focusedItem === null ? -1 : rowOfItem(rows, focusedItem);
    this.#current = row === -1 ? focused : row;
    this.#hadFocus = true;
    this.#mustFocus = 'if free';
  }

  #select(selection: Selection): void {
    if (selection === this.#chosen.selection) return;
    this.#setChosen(selection);
    this.#notify();
  }

  #setChosen(selection: Selection): void {
    const { selected: before } = this.#chosen;
    const selected = selectedOf(this.#shown.rows, selection);
    if (countOf(selected) === 0 && countOf(before) > 0) this.#isOwed = true;
    this.#chosen = { selection, selected };
  }

  /** Returns whether anything has changed. */
  #updateView(): boolean {
    const { range } = this.#scroll;
    const current = Math.min(this.#current, this.#last);
    const isFocused = this.#isFocused;
    const last = this.#view;
    const isSameRange = last.range.start === range.start && last.range.end === range.end;
    if (isSameRange && last.current === current && last.isFocused === isFocused) return false;
    this.#view = { range: isSameRange ? last.range : range, current, isFocused };
    return true;
  }

  #publish(): void {
    if (this.#updateView()) this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
