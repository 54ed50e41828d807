import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { rangeWithin, rowsToScroll, scrollToShow, visibleRange } from './visible-range.ts';

const position = fc.record({
  rowHeight: fc.constantFrom(44, 52),
  height: fc.integer({ min: 1, max: 2000 }),
  count: fc.integer({ min: 1, max: 50_000 }),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
});

test('the range has every visible row, and few beyond', () => {
  fc.assert(
    fc.property(position, ({ rowHeight, height, count, at }) => {
      const scrollTop = at * Math.max(0, count * rowHeight - height);
      const { start, end } = rangeWithin(visibleRange(scrollTop, height, rowHeight), count);
      expect(start * rowHeight).toBeLessThanOrEqual(scrollTop);
      expect(end === count || end * rowHeight >= scrollTop + height).toBe(true);
      expect(end - start).toBeLessThanOrEqual(Math.ceil(height / rowHeight) + 26);
    }),
  );
});

test('if the list has become shorter than the scroll position, the range stays within the list', () => {
  const { start, end } = rangeWithin(visibleRange(100_000, 600, 44), 10);
  expect(start).toBeLessThan(10);
  expect(end).toBe(10);
});

test('scrolling to a row makes it fully visible, and does nothing if it already is', () => {
  fc.assert(
    fc.property(position, fc.nat(), ({ rowHeight, height, count, at }, pick) => {
      fc.pre(height >= rowHeight);
      const index = pick % count;
      const before = at * Math.max(0, count * rowHeight - height);
      const after = scrollToShow(index, rowHeight, before, height) ?? before;
      expect(after).toBeLessThanOrEqual(index * rowHeight);
      expect(after + height).toBeGreaterThanOrEqual((index + 1) * rowHeight);
      expect(scrollToShow(index, rowHeight, after, height)).toBeNull();
    }),
  );
});

const keys = Array.from({ length: 20 }, (_, key) => key);
const placeIn = (after: readonly number[]) => (row: number) => (row < keys.length ? after.indexOf(row) : -1);

test('rows that come or go above the first visible row do not move it', () => {
  fc.assert(
    fc.property(
      fc.subarray(keys),
      fc.nat({ max: 50 }),
      fc.integer({ min: 0, max: 19 }),
      (gone, added, first) => {
        const above = keys.slice(0, first).filter((key) => !gone.includes(key));
        const after = [...Array.from({ length: added }, () => -1), ...above, ...keys.slice(first)];
        expect(after.indexOf(first) - rowsToScroll(first + 0.5, placeIn(after))).toBe(first);
      },
    ),
  );
});

test('the next row takes the place of the first visible one, and a row that moves far takes nothing along', () => {
  const others = keys.filter((key) => key !== 5);
  expect(rowsToScroll(5.5, placeIn(others))).toBe(0);
  expect(rowsToScroll(5.5, placeIn([-1, ...others]))).toBe(1);
  expect(rowsToScroll(5.5, placeIn([...others, 5]))).toBe(-1);
  expect(rowsToScroll(5.5, placeIn([5, ...others]))).toBe(0);
  expect(rowsToScroll(5.5, placeIn([]))).toBe(0);
});
