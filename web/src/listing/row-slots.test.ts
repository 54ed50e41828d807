import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { RowSlots } from './row-slots.ts';

const row = fc.integer({ min: 1, max: 30 });
const rows = fc.uniqueArray(row, { maxLength: 12 }).map((list) => list.toSorted((a, b) => a - b));

test('a scroll to elsewhere makes no new elements', () => {
  const slots = new RowSlots();
  slots.assign([1, 2, 3], null);
  expect([...slots.assign([10, 11, 12], null)]).toEqual([
    [10, 1],
    [11, 2],
    [12, 3],
  ]);
});

test('the elements above go below when one scrolls down, and nothing moves when one scrolls up', () => {
  const slots = new RowSlots();
  slots.assign([1, 2, 3], null);
  expect([...slots.assign([2, 3, 4], null).values()]).toEqual([2, 3, 1]);
  expect([...slots.assign([1, 2, 3], null).values()]).toEqual([4, 2, 3]);
});

test('the elements of the row that has the focus are nobody else’s when it goes', () => {
  const slots = new RowSlots();
  slots.assign([1, 2, 3], 1);
  expect([...slots.assign([4, 5, 6], null).values()]).toEqual([2, 3, 4]);
});

test('where most go, each place keeps its elements, and nothing moves', () => {
  const slots = new RowSlots();
  slots.assign([1, 2, 3, 4, 5], null);
  expect([...slots.assign([2, 5, 6, 7, 8], null)]).toEqual([
    [2, 1],
    [5, 2],
    [6, 3],
    [7, 4],
    [8, 5],
  ]);
});

test('the row that has the focus keeps its elements among many that go', () => {
  const slots = new RowSlots();
  slots.assign([1, 2, 3, 4, 5], 2);
  expect([...slots.assign([2, 5, 6, 7, 8], 2)]).toEqual([
    [2, 2],
    [5, 1],
    [6, 3],
    [7, 4],
    [8, 5],
  ]);
});

test('no two rows share elements, and what stays among many keeps its own and is not moved', () => {
  const steps = fc.array(fc.record({ rows, kept: fc.option(row) }));
  fc.assert(
    fc.property(steps, (lists) => {
      const slots = new RowSlots();
      let before: ReadonlyMap<number, number> = new Map();
      let focused: number | null = null;
      for (const { rows: list, kept } of lists) {
        const after = slots.assign(list, kept);
        expect([...after.keys()]).toEqual(list);
        expect(new Set(after.values()).size).toBe(after.size);
        const known = list.filter((id) => before.has(id));
        const staying = known.length * 2 < list.length ? known.filter((id) => id === focused) : known;
        expect(staying.map((id) => after.get(id))).toEqual(staying.map((id) => before.get(id)));
        const moved = movedByReact([...before.values()], [...after.values()]);
        expect(staying.filter((id) => moved.includes(after.get(id) ?? 0))).toEqual([]);
        before = after;
        focused = kept;
      }
    }),
  );
});

/** Of the keys that were there: those before which React has already placed one that stood behind them. */
function movedByReact(before: readonly number[], after: readonly number[]): readonly number[] {
  let last = 0;
  return after.filter((key) => {
    const place = before.indexOf(key);
    if (place === -1) return false;
    if (place < last) return true;
    last = place;
    return false;
  });
}
