import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { placeOfNext, rangeWithin, rowsToScroll, scrollToShow, visibleRange } from './visible-range.ts';

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

test('after a row that is gone comes the next one that stays', () => {
  expect(placeOfNext(20, placeIn(keys))).toBe(20);
  expect(placeOfNext(20, placeIn(without(3, 20, 21)))).toBe(19);
  expect(placeOfNext(59, placeIn(without(59)))).toBe(-1);
});
