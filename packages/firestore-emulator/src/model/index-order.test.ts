import { expect, test } from 'vitest';

import { compareIndexed } from '#firestore/model/index-order.ts';
import type { Value } from '#firestore/model/value.ts';

const x = (length: number): string => 'x'.repeat(length);

/** Each row as Google's emulator 1.19 orders it. */
test.each<[string, string, number]>([
  [`${x(1498)}a`, `${x(1498)}b`, -1],
  [x(1498), `${x(1498)}a`, -1],
  [x(1499), `${x(1499)}a`, -1],
  [`${x(1499)}a`, `${x(1499)}b`, 0],
  [`${x(1499)}a`, x(9999), 0],
  [`${x(1498)}y`, x(9999), 1],
  [`${x(1497)}éa`, `${x(1497)}éb`, 0],
  [`${x(1496)}éa`, `${x(1496)}éb`, -1],
  [`${x(1498)}éa`, `${x(1498)}èa`, 1],
  [`${x(1498)}é`, `${x(1498)}éa`, -1],
  [`${x(1495)}💣a`, `${x(1495)}💣b`, 0],
  [`${x(1494)}💣a`, `${x(1494)}💣b`, -1],
  [`${x(1497)}\uffffa`, `${x(1497)}💣a`, -1],
])('an index has the first 1,499 bytes of a text, and completes the last character (%#)', (a, b, order) => {
  expect(Math.sign(compareIndexed(a, b))).toBe(order);
  expect(Math.sign(compareIndexed(b, a))).toBe(0 - order);
});

test.each<[string, string, number]>([
  [`${x(1499)}a`, `${x(1499)}b`, -1],
  [x(1500), x(1501), -1],
  [`${x(1500)}a`, `${x(1500)}b`, 0],
  [`${x(1500)}a`, x(9999), 0],
  [`${x(1499)}y`, x(9999), 1],
])('an index has the first 1,500 of bytes (%#)', (a, b, order) => {
  expect(Math.sign(compareIndexed(Buffer.from(a), Buffer.from(b)))).toBe(order);
  expect(Math.sign(compareIndexed(Buffer.from(b), Buffer.from(a)))).toBe(0 - order);
});

test('a long value of another type keeps the place of its type', () => {
  const ascending: readonly Value[] = [1n, x(2000), Buffer.from(x(2000)), [x(2000)]];
  expect(ascending.toSorted(compareIndexed)).toEqual(ascending);
});
