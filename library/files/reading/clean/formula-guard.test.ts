import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { guarded, unguarded } from './formula-guard.ts';

test.each([
  ['=1+1', "'=1+1"],
  ["'=1+1", "''=1+1"],
  [' "=1+1', '\' "=1+1'],
  ['x;=1+1', "x;'=1+1"],
  ['x\t@sum', "x\t'@sum"],
  ['x\r-1', "x\r'-1"],
  ['one\n- two', "one\n'- two"],
  ['＝1', "'＝1"],
  ['\t=1', "\t'=1"],
  ['a=b;c-d', 'a=b;c-d'],
  ["it's", "it's"],
])('%j is written as %j', (cell, written) => {
  expect(guarded(cell)).toBe(written);
  expect(unguarded(written)).toBe(cell);
});

test('every cell is read back as it was', () => {
  const part = fc.constantFrom('=', '+', '-', '@', "'", '"', ' ', ';', '\t', '\r', '\n', ',', 'a');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const cell = parts.join('');
      expect(unguarded(guarded(cell))).toBe(cell);
    }),
    { numRuns: 2000 },
  );
});
