import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { SortedList } from '#firestore/store/sorted-list.ts';

const numbers = fc.integer({ min: 0, max: 3000 });

const at = (bound: number) => (number: number) => number - bound;

test('a sorted list has the added and not removed items, in both directions and between any bounds', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(numbers, { maxLength: 700, size: 'max' }),
      fc.array(fc.tuple(fc.boolean(), numbers), { maxLength: 900, size: 'max' }),
      numbers,
      numbers,
      (initial, changes, from, to) => {
        const model = new Set(initial);
        const list = new SortedList<number>((a, b) => a - b);
        list.load([...initial]);
        for (const [adds, number] of changes) {
          if (adds && !model.has(number)) list.add(number);
          if (!adds) list.remove(number);
          if (adds) model.add(number);
          else model.delete(number);
        }
        const all = [...model].sort((a, b) => a - b);
        const within = all.filter((number) => number >= from && number < to);
        expect(list.size).toBe(all.length);
        expect([...list.ascending()]).toEqual(all);
        expect([...list.descending()]).toEqual(all.toReversed());
        expect([...list.ascending(at(from), at(to))]).toEqual(within);
        expect([...list.descending(at(from), at(to))]).toEqual(within.toReversed());
        expect(list.rank(at(from))).toBe(all.filter((number) => number < from).length);
      },
    ),
    { numRuns: 100 },
  );
});
