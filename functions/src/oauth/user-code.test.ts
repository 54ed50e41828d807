import { expect, test } from 'vitest';

import { newUserCode, userCodeOf } from '#functions/oauth/user-code.ts';

test('a code has eight consonants, and bytes that would favor some are skipped', () => {
  let next = 236;
  const bytes = (count: number) => Uint8Array.from({ length: count }, () => next++ % 256);
  expect(newUserCode(bytes)).toBe('VWXZ-BCDF');
});

test.each([
  ['bcdf-ghjk', 'BCDF-GHJK'],
  [' BCDF GHJK ', 'BCDF-GHJK'],
  ['bcdfghjk', 'BCDF-GHJK'],
  ['BCDF–GHJK', 'BCDF-GHJK'],
  ['BCDF-GHJ', null],
  ['BCDF-GHJKL', null],
  ['ABCD-EFGH', null],
  ['', null],
])('a person can type %j', (typed, code) => {
  expect(userCodeOf(typed)).toBe(code);
});
