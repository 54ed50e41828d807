import { expect, test } from 'vitest';

import { blockAt, blocksIn, offsetsOf } from './block-offsets.ts';

test('finds the blocks of different heights in a part of their column', () => {
  const offsets = offsetsOf(4, (index) => [100, 50, 200, 10][index] ?? 0);
  expect([...offsets]).toEqual([0, 100, 150, 350, 360]);
  expect([-5, 0, 99, 100, 149, 150, 349, 350, 999].map((top) => blockAt(offsets, top))).toEqual([
    0, 0, 0, 1, 1, 2, 2, 3, 3,
  ]);
  expect(blocksIn(offsets, { top: 120, height: 20, margin: 0 })).toEqual({ start: 1, end: 2 });
  expect(blocksIn(offsets, { top: 120, height: 20, margin: 30 })).toEqual({ start: 0, end: 3 });
  expect(
    blocksIn(
      offsetsOf(0, () => 1),
      { top: 0, height: 900, margin: 600 },
    ),
  ).toEqual({ start: 0, end: 0 });
});
