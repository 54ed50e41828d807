import { expect, test } from 'vitest';

import { atRest } from './rest.ts';

test('garbage is collected once after each time of work, and only at rest', () => {
  let collections = 0;
  const check = atRest(() => (collections += 1));
  const after = (used: readonly number[]): number => {
    for (const ms of used) check(ms);
    return collections;
  };
  expect(after([10, 10, 10])).toBe(0);
  expect(after([600, 10, 600, 10])).toBe(0);
  expect(after([10])).toBe(1);
  expect(after([10, 10, 10])).toBe(1);
  expect(after([1_200, 10, 10])).toBe(2);
});
