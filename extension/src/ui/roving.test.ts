import { expect, test } from 'vitest';

import { movedBy } from './roving.ts';

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', -1, 0],
  ['ArrowDown', 29, 29],
  ['ArrowUp', 5, 4],
  ['ArrowUp', 0, 0],
  ['PageDown', 25, 29],
  ['PageUp', 5, 0],
  ['Home', 5, 0],
  ['End', 5, 29],
])('%s moves from row %i of 30 to row %i', (key, at, to) => {
  expect(movedBy(key, at, 30)).toBe(to);
});

test('other keys and empty lists do not move', () => {
  expect([movedBy('a', 0, 30), movedBy('ArrowDown', -1, 0)]).toEqual([null, null]);
});
