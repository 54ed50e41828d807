import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  evenCards,
  evenRows,
  listHeight,
  nextLineOf,
  placeOfNext,
  rangeWithin,
  type RowLayout,
  rowsToScroll,
  scrollToShow,
  unevenRows,
  visibleRange,
  withHeadings,
} from './row-layout.ts';

const uneven = (heights: readonly number[], margin = 0) =>
  unevenRows(heights.length, margin, (row) => heights[row] ?? 0);

/** Rows of 44 px, with headings of 32 px above some. */
function headed(count: number, rows: readonly number[]): RowLayout {
  const sorted = rows.filter((row) => row < count).toSorted((left, right) => left - right);
  return withHeadings(evenRows(count, 44), { rows: sorted, height: 32 });
}

/** Cards of 256 px, with headings of 36 px above some. */
function headedCards(count: number, columns: number, rows: readonly number[]): RowLayout {
  const sorted = rows.filter((row) => row < count).toSorted((left, right) => left - right);
  return evenCards(count, columns, 256, { rows: sorted, height: 36 });
}

const layouts: fc.Arbitrary<RowLayout> = fc.oneof(
  fc
    .record({ count: fc.integer({ min: 1, max: 50_000 }), height: fc.constantFrom(44, 52) })
    .map(({ count, height }) => evenRows(count, height)),
  fc
    .record({ count: fc.integer({ min: 1, max: 300 }), rows: fc.uniqueArray(fc.nat({ max: 299 })) })
    .map(({ count, rows }) => headed(count, rows)),
  fc
    .record({ count: fc.integer({ min: 1, max: 50_000 }), columns: fc.integer({ min: 1, max: 7 }) })
    .map(({ count, columns }) => evenCards(count, columns, 256)),
  fc
    .record({
      count: fc.integer({ min: 1, max: 300 }),
      columns: fc.integer({ min: 1, max: 7 }),
      rows: fc.uniqueArray(fc.nat({ max: 299 })),
    })
    .map(({ count, columns, rows }) => headedCards(count, columns, rows)),
  fc
    .record({
      heights: fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 200 }),
      margin: fc.nat({ max: 600 }),
    })
    .map(({ heights, margin }) => uneven(heights, margin)),
);
const position = fc.record({
  layout: layouts,
  height: fc.integer({ min: 1, max: 2000 }),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
});
const scrollTopAt = (at: number, layout: RowLayout, height: number) =>
  Math.floor(at * Math.max(0, listHeight(layout) - height));

test('the range has every visible row, and few beyond', () => {
  fc.assert(
    fc.property(position, ({ layout, height, at }) => {
      const { count, topOf, lineOf, firstOf, margin, step } = layout;
      const scrollTop = scrollTopAt(at, layout, height);
      const { start, end } = rangeWithin(visibleRange(layout, scrollTop, height), count);
      expect(topOf(start)).toBeLessThanOrEqual(scrollTop);
      expect(end === count || topOf(end) >= scrollTop + height).toBe(true);
      expect(topOf(Math.min(end, firstOf(lineOf(start) + step)))).toBeGreaterThanOrEqual(
        Math.min(topOf(end), scrollTop - margin),
      );
      expect(topOf(Math.max(start, firstOf(lineOf(end) - step)))).toBeLessThanOrEqual(
        Math.max(topOf(start), scrollTop + height + margin),
      );
    }),
  );
});

test('a row with a heading begins with it, and a point in the list belongs to one row', () => {
  const { topOf, rowAt } = headed(4, [1, 3]);
  expect([0, 1, 1.5, 2, 3, 4].map(topOf)).toEqual([0, 44, 82, 120, 164, 240]);
  expect([0, 44, 82, 120, 164, 240].map(rowAt)).toEqual([0, 1, 1.5, 2, 3, 4]);
});

test('if the list has become shorter than the scroll position, the range stays within the list', () => {
  const { start, end } = rangeWithin(visibleRange(evenRows(10, 44), 100_000, 600), 10);
  expect(start).toBeLessThan(10);
  expect(end).toBe(10);
});

test('scrolling to a row makes it fully visible, or its beginning, and does nothing if it already is', () => {
  fc.assert(
    fc.property(position, fc.nat(), ({ layout, height, at }, pick) => {
      const row = pick % layout.count;
      const [top, bottom] = [layout.topOf(row), layout.topOf(nextLineOf(layout, row))];
      const before = scrollTopAt(at, layout, height);
      const after = scrollToShow(layout, row, before, height) ?? before;
      expect(after).toBeLessThanOrEqual(top);
      if (bottom - top > height) return;
      expect(after + height).toBeGreaterThanOrEqual(bottom);
      expect(scrollToShow(layout, row, after, height)).toBeNull();
    }),
  );
});

test('cards are side by side, and a fraction is a part of the height of their line', () => {
  const layout = evenCards(10, 4, 100);
  expect([0, 3, 4, 7, 8, 9].map(layout.topOf)).toEqual([0, 0, 100, 100, 200, 200]);
  expect([0, 50, 100, 250].map(layout.rowAt)).toEqual([0, 0.5, 4, 8.5]);
  expect([0, 50, 99, 250].map((top) => layout.topOf(layout.rowAt(top)))).toEqual([0, 50, 99, 250]);
  expect([1, 4, 5, 10].map((count) => listHeight(evenCards(count, 4, 100)))).toEqual([100, 100, 200, 300]);
  expect(listHeight(evenCards(0, 4, 100))).toBe(0);
});

test('a card below a heading begins a line, and all cards of that line are below the heading', () => {
  const { lineOf, firstOf, topOf, rowAt } = evenCards(12, 4, 100, { rows: [2, 9], height: 36 });
  expect([0, 1, 2, 5, 6, 8, 9, 11].map(lineOf)).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
  expect([0, 1, 2, 3].map(firstOf)).toEqual([0, 2, 6, 9]);
  // The place of a card with a heading includes the heading.
  expect([0, 1, 2, 5, 6, 9].map(topOf)).toEqual([0, 0, 100, 100, 236, 336]);
  expect([0, 50, 100, 168, 236, 336].map(rowAt)).toEqual([0, 0.5, 2, 2.5, 6, 9]);
  expect(listHeight(evenCards(12, 4, 100, { rows: [2, 9], height: 36 }))).toBe(472);
});

test('each row is in the line that begins at or before it, and a point leads back to its place', () => {
  fc.assert(
    fc.property(position, fc.nat(), ({ layout, at }, pick) => {
      const { lineOf, firstOf, rowAt, topOf, count, columns } = layout;
      const row = pick % count;
      const first = firstOf(lineOf(row));
      expect(row - first).toBeGreaterThanOrEqual(0);
      expect(row - first).toBeLessThan(columns);
      expect(lineOf(first)).toBe(lineOf(row));
      const top = Math.floor(at * listHeight(layout));
      expect(topOf(rowAt(top))).toBeCloseTo(top, 5);
    }),
  );
});

test('rows of different heights are found by their place, and a fraction is a part of the height', () => {
  const { topOf, rowAt } = uneven([100, 50, 200, 10]);
  expect([0, 1, 2, 3, 4, 5].map(topOf)).toEqual([0, 100, 150, 350, 360, 360]);
  expect([-5, 0, 50, 100, 149, 150, 250, 350, 360, 999].map(rowAt)).toEqual([
    0, 0, 0.5, 1, 1.98, 2, 2.5, 3, 4, 4,
  ]);
  expect([0.5, 2.5].map(topOf)).toEqual([50, 250]);
  const layout = uneven([100, 50, 200, 10], 30);
  expect(visibleRange(layout, 120, 20)).toEqual({ start: 0, end: 3 });
  expect(visibleRange(uneven([100, 50, 200, 10]), 120, 20)).toEqual({ start: 1, end: 2 });
  expect(visibleRange(uneven([], 600), 0, 900)).toEqual({ start: 0, end: 0 });
});

const keys = Array.from({ length: 60 }, (_, key) => key);
const placeIn = (after: readonly number[]) => (row: number) => (row < keys.length ? after.indexOf(row) : -1);
const VISIBLE = { start: 20, end: 37 };
const without = (...gone: readonly number[]) => keys.filter((key) => !gone.includes(key));

test('rows that come or go above the visible rows do not move these', () => {
  fc.assert(
    fc.property(fc.subarray(keys.slice(0, 20)), fc.nat({ max: 50 }), (gone, added) => {
      const after = [...Array.from({ length: added }, () => -1), ...without(...gone)];
      expect(after.indexOf(20) - rowsToScroll(VISIBLE, placeIn(after))).toBe(20);
    }),
  );
});

test('visible rows that go leave their places to the next ones', () => {
  fc.assert(
    fc.property(fc.subarray(keys), (gone) => {
      const after = without(...gone);
      const next = keys.slice(20).find((key) => after.includes(key));
      fc.pre(next !== undefined);
      expect(after.indexOf(next) - rowsToScroll(VISIBLE, placeIn(after))).toBe(20);
    }),
  );
});

test('rows that move by themselves take no others along', () => {
  const others = without(20, 21);
  expect(rowsToScroll(VISIBLE, placeIn([...others, 20, 21]))).toBe(-2);
  expect(rowsToScroll(VISIBLE, placeIn([21, 20, ...others]))).toBe(0);
  expect(rowsToScroll(VISIBLE, placeIn([...others, 21]))).toBe(-1);
  expect(rowsToScroll(VISIBLE, placeIn([]))).toBe(0);
});

test('the next row that stays replaces a row that is gone', () => {
  expect(placeOfNext(20, placeIn(keys))).toBe(20);
  expect(placeOfNext(20, placeIn(without(3, 20, 21)))).toBe(19);
  expect(placeOfNext(59, placeIn(without(59)))).toBe(-1);
});
