import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { ScrollPosition } from '#web/state/scroll-positions.ts';
import { countOf, type Items } from '@foldmark/library/memory/items';

import { itemAt } from './item-at.ts';
import { ListController, type ListPort } from './list-controller.ts';
import { evenCards, evenRows, listHeight, type RowLayout, unevenRows } from './row-layout.ts';

const HEIGHT = 440;
const ROW = 44;
const link = (key: number) => ({ kind: 'link', key }) as const;
const folder = (key: number) => ({ kind: 'folder', key }) as const;
const linksOf = (...links: readonly number[]): Items => ({ folders: [], links });
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, key) => key);
const layoutOf = (rows: Items): RowLayout => evenRows(countOf(rows), ROW);

/** A page with a list of this height, which scrolls no further than its rows. */
class FakePage implements ListPort {
  top = 0;
  height = HEIGHT;
  isFree = true;
  /** The rows that were focused, in order. */
  readonly focused: number[] = [];
  layout: RowLayout = evenRows(0, ROW);

  scrollTo(top: number): number {
    this.top = Math.max(0, Math.min(top, listHeight(this.layout) - this.height));
    return this.top;
  }

  measure() {
    return { top: this.top, height: this.height };
  }

  focusRow(row: number): void {
    this.focused.push(row);
  }

  isFocusFree(): boolean {
    return this.isFree;
  }
}

interface ListOptions {
  readonly rows?: Items;
  readonly layout?: RowLayout;
  readonly position?: ScrollPosition;
  readonly page?: FakePage;
}

/** A rendered list of 100 links, with functions that act as the user and the library. */
function listOf({ rows = linksOf(...upTo(100)), layout, position, page = new FakePage() }: ListOptions = {}) {
  const list = new ListController({ height: HEIGHT, position: position ?? null });
  const render = (
    next: Items,
    nextLayout = layoutOf(next),
    how: { arrangement?: string; content?: unknown } = {},
  ) => {
    const { top } = page;
    page.layout = nextLayout;
    list.setRows(next, nextLayout, how);
    page.scrollTo(top);
    list.settle();
    // Browsers report the scrolling of a shortened list later.
    if (page.top !== top) list.scrolled(page.top, page.height);
  };
  render(rows, layout);
  list.connect(page);
  return {
    list,
    page,
    render,
    scroll: (top: number) => {
      list.gesture();
      list.scrolled(page.scrollTo(top), page.height);
    },
  };
}

describe('the focus', () => {
  test.each([
    ['ArrowDown', 10, 11],
    ['ArrowUp', 10, 9],
    ['j', 10, 11],
    ['K', 10, 9],
    ['PageDown', 10, 19],
    ['PageUp', 10, 1],
    ['Home', 10, 0],
    ['End', 10, 99],
    ['ArrowRight', 10, null],
    ['a', 10, null],
  ])('%s leads from row %i to row %o', (key, row, expected) => {
    expect(listOf().list.rowOfKey(key, row)).toBe(expected);
  });

  test.each([
    ['the first row at first', 0, 0, 0],
    ['the first whole row of a scrolled list', 0, 20.5 * ROW, 21],
    ['the row that had the focus, if it is in sight', 25, 20.5 * ROW, 25],
  ])('enters the list at %s', (_, current, top, expected) => {
    const { list, page, scroll } = listOf();
    list.moveTo(current);
    list.settle();
    scroll(top);
    page.focused.length = 0;
    list.enter();
    list.settle();
    expect(page).toMatchObject({ top, focused: [expected] });
  });

  test.each([
    ['ArrowRight', 5, 6],
    ['ArrowLeft', 4, 3],
    ['ArrowDown', 5, 9],
    ['ArrowUp', 5, 1],
    ['ArrowUp', 2, 2],
    ['ArrowDown', 17, 21],
    ['ArrowDown', 19, 21],
    ['ArrowDown', 20, 20],
    ['PageDown', 1, 13],
    ['PageUp', 14, 2],
    ['Home', 10, 0],
    ['End', 10, 21],
    ['a', 10, null],
  ])('among 22 cards in 4 columns, %s leads from card %i to %o', (key, row, expected) => {
    const { list } = listOf({ rows: linksOf(...upTo(22)), layout: evenCards(22, 4, 110) });
    expect(list.rowOfKey(key, row)).toBe(expected);
  });

  test.each([
    ['below the window', 50, 50, 51 * ROW - HEIGHT],
    ['in the window', 3, 3, 0],
    ['before the first row', -1, 0, 0],
    ['after the last row', 200, 99, 100 * ROW - HEIGHT],
  ])('moves to a row %s, which is rendered and visible then', (_, row, focused, top) => {
    const { list, page } = listOf();
    list.moveTo(row);
    list.settle();
    expect(list.view().current).toBe(focused);
    expect(page).toMatchObject({ top, focused: [focused] });
  });

  test.each<readonly [string, number, readonly number[], number]>([
    ['stays with its row when rows come above it', 2, [90, 91, 0, 1, 2, 3], 4],
    ['stays with its row when rows above it go', 2, [2, 3], 0],
    ['moves to the next row when its row goes', 2, [0, 1, 3, 4], 2],
    ['moves to the next row that stays when several go', 2, [0, 4, 5], 1],
    ['moves to the last row when all after it go', 2, [0, 1], 1],
    ['stays with its row in another order', 1, [5, 4, 3, 2, 1, 0], 4],
  ])('%s', (_, row, after, expected) => {
    const { list, render } = listOf({ rows: linksOf(0, 1, 2, 3, 4, 5) });
    list.focusIn(row);
    render(linksOf(...after));
    expect(list.view().current).toBe(expected);
    expect(list.focusHome).toBe('row');
  });

  test('moves once its row is rendered, or at once if the row is rendered already', () => {
    const { list, page } = listOf();
    list.moveTo(50);
    expect(page.focused).toEqual([]);
    list.settle();
    expect(page.focused).toEqual([50]);
    list.moveTo(50);
    expect(page.focused).toEqual([50, 50]);
  });

  test('is in the list until the user focuses something else', () => {
    const { list } = listOf();
    expect(list.focusHome).toBeNull();
    list.focusIn(7);
    expect(list.view()).toMatchObject({ current: 7, isFocused: true });
    list.focusOut();
    expect(list.view()).toMatchObject({ current: 7, isFocused: false });
    expect(list.focusHome).toBeNull();
  });

  test('returns to the list itself after the last row, and to a row after the end of a selection', () => {
    const { list, render } = listOf({ rows: linksOf(1, 2) });
    list.toggle(link(1), false);
    expect(list.focusHome).toBeNull();
    list.clear();
    expect(list.focusHome).toBe('row');
    list.focusRestored();
    expect(list.focusHome).toBeNull();
    list.toggle(link(1), false);
    render(linksOf(2));
    expect(list.focusHome).toBe('row');
    list.focusRestored();
    render(linksOf());
    expect(list.focusHome).toBe('list');
  });
});

describe('the selection', () => {
  const rows: Items = { folders: [7, 3], links: [3, 1, 4] };

  test('has the toggled rows, a range with Shift, all rows, or none', () => {
    const { list } = listOf({ rows });
    list.toggle(folder(3), false);
    expect(list.chosen().selected).toEqual({ folders: [3], links: [] });
    list.toggle(link(1), true);
    expect(list.chosen().selected).toEqual({ folders: [3], links: [3, 1] });
    list.selectAll();
    expect(list.chosen().selected).toEqual(rows);
    list.clear();
    expect(list.chosen().selected).toEqual({ folders: [], links: [] });
  });

  test('has only some rows if the others only lead to links', () => {
    const { list } = listOf({ rows });
    list.selectAll({ ...rows, folders: [] });
    expect(list.chosen().selected).toEqual({ folders: [], links: [3, 1, 4] });
  });

  test('ignores rows that are not shown, until they show again', () => {
    const { list, render } = listOf({ rows });
    list.selectAll();
    render({ folders: [3], links: [4] });
    expect(list.chosen().selected).toEqual({ folders: [3], links: [4] });
    render(rows);
    expect(list.chosen().selected).toEqual(rows);
  });

  test('does not change when the list scrolls', () => {
    const { list, scroll } = listOf();
    list.selectAll();
    const chosen = list.chosen();
    scroll(800);
    expect(list.chosen()).toBe(chosen);
  });
});

describe('the scroll position', () => {
  test.each<readonly [string, readonly number[], number]>([
    ['moves with rows that come above the visible ones', [200, 201, ...upTo(100)], 22.5],
    ['moves with rows that go above the visible ones', upTo(100).slice(5), 15.5],
    ['stays when a visible row goes', upTo(100).filter((key) => key !== 22), 20.5],
    ['stays when rows come and go below', [...upTo(60), 200], 20.5],
  ])('%s', (_, after, expected) => {
    const { page, scroll, render } = listOf();
    scroll(20.5 * ROW);
    render(linksOf(...after));
    expect(page.top).toBe(expected * ROW);
  });

  test('stays at the top, so that a new row shows', () => {
    const { page, render } = listOf();
    render(linksOf(200, ...upTo(100)));
    expect(page.top).toBe(0);
  });

  test('starts at the first row in another order or search', () => {
    const { page, scroll, render } = listOf();
    scroll(20 * ROW);
    render(linksOf(...upTo(100).toReversed()), undefined, { arrangement: 'created' });
    expect(page.top).toBe(0);
  });

  test('stays when the user expands a folder above the visible rows', () => {
    const { page, scroll, render } = listOf();
    render(linksOf(...upTo(100)), undefined, { content: 'tree' });
    scroll(20 * ROW);
    render(linksOf(200, ...upTo(100)), undefined, { content: 'tree' });
    expect(page.top).toBe(20 * ROW);
  });

  test('keeps its first row when the heights of rows change', () => {
    const rows = linksOf(...upTo(100));
    const { page, scroll, render } = listOf({ rows });
    scroll(20 * ROW);
    render(rows, evenRows(100, 52));
    expect(page.top).toBe(20 * 52);
    render(
      rows,
      unevenRows(100, 0, (row) => (row < 10 ? 100 : 52)),
    );
    expect(page.top).toBe(10 * 100 + 10 * 52);
  });

  test('keeps a row visible while the rows around it are measured, until the user scrolls', () => {
    const rows = linksOf(...upTo(20));
    const { list, page, scroll, render } = listOf({ rows, layout: unevenRows(20, 0, () => 100) });
    list.moveTo(10);
    expect(page.top).toBe(11 * 100 - HEIGHT);
    render(
      rows,
      unevenRows(20, 0, (row) => (row === 9 ? 300 : 100)),
    );
    expect(page.top).toBe(13 * 100 - HEIGHT);
    scroll(0);
    render(
      rows,
      unevenRows(20, 0, (row) => (row === 9 ? 500 : 100)),
    );
    expect(page.top).toBe(0);
  });

  test('does not follow a row that was shown once the browser scrolls it out of view, or other rows come', () => {
    const rows = linksOf(...upTo(20));
    const low = unevenRows(20, 0, () => 100);
    const high = unevenRows(20, 0, (row) => (row > 8 ? 300 : 100));
    const scrolled = listOf({ rows, layout: low });
    scrolled.list.show(10);
    scrolled.list.scrolled(scrolled.page.scrollTo(0), HEIGHT);
    scrolled.render(rows, high);
    expect(scrolled.page.top).toBe(0);
    const { list, page, render } = listOf({ rows, layout: low });
    list.show(10);
    const { top } = page;
    const others = linksOf(...upTo(20));
    render(others, low);
    render(others, high);
    expect(page.top).toBe(top);
  });

  test('is the same in a new element, also if its rows come later', () => {
    const { list, page, scroll, render } = listOf();
    scroll(20 * ROW);
    list.connect(null);
    page.top = 0;
    page.layout = evenRows(15, ROW);
    list.connect(page);
    expect(page.top).toBe(15 * ROW - HEIGHT);
    render(linksOf(...upTo(100)));
    expect(page.top).toBe(20 * ROW);
  });
});

describe('a list that the user returns to', () => {
  const earlier: ScrollPosition = { top: 20.5, focused: 22, items: linksOf(20, 21), focusedItem: link(22) };

  test('has the same first row and focused row, which may have moved', () => {
    const { list, page } = listOf({ position: earlier, rows: linksOf(200, ...upTo(100)) });
    expect(page).toMatchObject({ top: 21.5 * ROW, focused: [23] });
    expect(list.view().current).toBe(23);
    expect(list.position()).toMatchObject({ top: 21.5, focused: 23, focusedItem: link(22) });
  });

  test('begins with the next row if the first one is gone', () => {
    const { page } = listOf({ position: earlier, rows: linksOf(...upTo(100).filter((key) => key !== 20)) });
    expect(page.top).toBe(20.5 * ROW);
  });

  test('takes no focus from a control', () => {
    const page = new FakePage();
    page.isFree = false;
    listOf({ position: earlier, page });
    expect(page.focused).toEqual([]);
  });

  test('waits for enough rows, and keeps the position if it is left before', () => {
    const { list, page, render } = listOf({ position: earlier, rows: linksOf() });
    expect(list.position()).toBe(earlier);
    render(linksOf(...upTo(15)));
    expect(page.top).toBe(15 * ROW - HEIGHT);
    expect(list.position().top).toBe(20.5);
    render(linksOf(...upTo(100)));
    expect(page.top).toBe(20.5 * ROW);
  });

  test('stops waiting for rows when the user scrolls', () => {
    const { page, render, scroll } = listOf({ position: earlier, rows: linksOf(...upTo(15)) });
    scroll(10);
    render(linksOf(...upTo(100)));
    expect(page.top).toBe(10);
  });
});

test('the listeners run when the view or the selection has changed, but not while the owner renders', () => {
  const { list, render, scroll } = listOf();
  let calls = 0;
  list.subscribe(() => {
    calls += 1;
  });
  render(linksOf(...upTo(50)));
  scroll(1);
  expect(calls).toBe(1);
  scroll(2);
  expect(calls).toBe(1);
  list.toggle(link(1), false);
  list.clear();
  list.clear();
  expect(calls).toBe(3);
});

const KEYS = ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'PageDown', 'PageUp', 'Home', 'End'];

const step = fc.oneof(
  fc.record({ kind: fc.constant('rows'), keys: fc.uniqueArray(fc.nat({ max: 60 }), { maxLength: 60 }) }),
  fc.record({ kind: fc.constant('heights'), seed: fc.integer({ min: 1, max: 50 }) }),
  fc.record({
    kind: fc.constantFrom('scroll', 'move', 'key', 'focus', 'toggle', 'range', 'out', 'all'),
    at: fc.nat({ max: 59 }),
  }),
);

test('through any history, the focus is on a row, the selection is shown, and the range covers the window', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let rows = linksOf(...upTo(40));
      let layout = layoutOf(rows);
      const { list, page, render, scroll } = listOf({ rows });
      for (const each of steps) {
        if ('keys' in each) {
          rows = { folders: each.keys.slice(0, 5), links: each.keys.slice(5) };
          layout = layoutOf(rows);
          render(rows, layout);
        } else if ('seed' in each) {
          layout =
            each.seed % 2 === 0
              ? evenCards(countOf(rows), 1 + (each.seed % 5), 110, {
                  rows: [each.seed % 3, 7, 20],
                  height: 36,
                })
              : unevenRows(countOf(rows), 100, (row) => 20 + ((row * 37 * each.seed) % 200));
          render(rows, layout);
        } else {
          const item = itemAt(rows, each.at);
          if (each.kind === 'scroll') scroll(each.at * 60);
          else if (each.kind === 'key') {
            const next = list.rowOfKey(KEYS[each.at % KEYS.length] ?? '', list.view().current);
            if (next !== null) list.moveTo(next);
          } else if (each.kind === 'move') list.moveTo(each.at);
          else if (each.kind === 'focus' && item !== null) list.focusIn(each.at);
          else if (each.kind === 'out') list.focusOut();
          else if (each.kind === 'all') list.selectAll();
          else if (item !== null) list.toggle(item, each.kind === 'range');
          list.settle();
        }
        const { range, current } = list.view();
        const { selected, selection } = list.chosen();
        const { count, topOf } = layout;
        expect(current === 0 || current < count).toBe(true);
        expect(page.focused.every((row) => row >= 0)).toBe(true);
        expect(selected.folders.every((key) => rows.folders.includes(key) && selection.folder.has(key))).toBe(
          true,
        );
        expect(selected.links.every((key) => rows.links.includes(key) && selection.link.has(key))).toBe(true);
        expect(topOf(range.start)).toBeLessThanOrEqual(page.top);
        expect(range.end === count || topOf(range.end) >= page.top + HEIGHT).toBe(true);
        const led = KEYS.map((key) => list.rowOfKey(key, current) ?? current);
        expect(led.every((row) => row >= 0 && row < Math.max(1, count))).toBe(true);
        // Up is the way back from Down, unless the last line has no card in this column.
        const below = list.rowOfKey('ArrowDown', current) ?? current;
        const { lineOf, firstOf } = layout;
        const columnOf = (row: number): number => row - firstOf(lineOf(row));
        const isBelow = lineOf(below) > lineOf(current) && columnOf(below) === columnOf(current);
        expect(isBelow ? list.rowOfKey('ArrowUp', below) : current).toBe(current);
      }
    }),
  );
});
