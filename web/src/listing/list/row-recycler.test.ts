import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { RowRecycler } from './row-recycler.ts';

const row = fc.integer({ min: 1, max: 30 });
const rows = fc.uniqueArray(row, { maxLength: 12 }).map((list) => list.toSorted((a, b) => a - b));

test('a scroll to a distant position creates no new elements', () => {
  const slots = new RowRecycler();
  slots.assign([1, 2, 3], null);
  expect([...slots.assign([10, 11, 12], null)]).toEqual([
    [10, 1],
    [11, 2],
    [12, 3],
  ]);
});

test('scrolling down reuses the elements from above, and scrolling up moves no element', () => {
  const slots = new RowRecycler();
  slots.assign([1, 2, 3], null);
  expect([...slots.assign([2, 3, 4], null).values()]).toEqual([2, 3, 1]);
  expect([...slots.assign([1, 2, 3], null).values()]).toEqual([4, 2, 3]);
});

test('no other row reuses the elements of the focused row', () => {
  const slots = new RowRecycler();
  slots.assign([1, 2, 3], 1);
  expect([...slots.assign([4, 5, 6], null).values()]).toEqual([2, 3, 4]);
});

test('if most rows change, elements keep their positions and none moves', () => {
  const slots = new RowRecycler();
  slots.assign([1, 2, 3, 4, 5], null);
  expect([...slots.assign([2, 5, 6, 7, 8], null)]).toEqual([
    [2, 1],
    [5, 2],
    [6, 3],
    [7, 4],
    [8, 5],
  ]);
});

test('in another arrangement elements keep their positions, and no new ones are created', () => {
  const slots = new RowRecycler();
  slots.assign([1, 2, 3, 4, 5], null, 'all');
  expect([...slots.assign([1, 3, 4, 5, 6], null, 'search')]).toEqual([
    [1, 1],
    [3, 2],
    [4, 3],
    [5, 4],
    [6, 5],
  ]);
});

test('the focused row keeps its elements even if most rows change', () => {
  const slots = new RowRecycler();
  slots.assign([1, 2, 3, 4, 5], 2);
  expect([...slots.assign([2, 5, 6, 7, 8], 2)]).toEqual([
    [2, 2],
    [5, 1],
    [6, 3],
    [7, 4],
    [8, 5],
  ]);
});

test('no two rows share elements; if most rows stay, they keep their elements, and none of those moves', () => {
  const steps = fc.array(fc.record({ rows, kept: fc.option(row) }));
  fc.assert(
    fc.property(steps, (lists) => {
      const slots = new RowRecycler();
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

/** The keys whose DOM nodes React moves: those that follow a key which came after them in the earlier order. */
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
