import { expect, test } from 'vitest';

import type { Value } from '#firestore/model/value.ts';
import { ACCUMULATORS } from '#firestore/pipeline/aggregates.ts';
import { call, resultOf } from '#firestore/testing/pipeline-functions.ts';

const MAX = 2n ** 63n - 1n;

test.each<[name: string, values: readonly Value[], expected: Value]>([
  ['sum', [MAX, 1n], 2 ** 63],
  ['sum', [MAX, 1n, -1n], MAX],
  ['sum', [1n, 'a', null, 2.5], 3.5],
  ['sum', [1n, NaN], NaN],
  ['sum', [], 0n],
  ['average', [2n ** 62n, 2n ** 62n], 2 ** 62],
  ['average', [1n, 'a', null, 2n], 1.5],
  ['average', ['a'], null],
])('the accumulator %s of %o', (name, values, expected) => {
  expect(ACCUMULATORS[name]?.(values)).toBe(expected);
});

test.each<[values: readonly Value[], expected: Value]>([
  [[1n, 'a', 2n], 3n],
  [[10n, 20.5, null], 30.5],
  [[MAX, 1], 2 ** 63],
  [[1n, NaN], NaN],
  [['a'], null],
  [[], null],
])('the function sum of %o', (values, expected) => {
  expect(resultOf(call('sum', values))).toBe(expected);
});

test('the function sum of an array must not exceed 64 bits', () => {
  expect(() => resultOf(call('sum', [MAX, 1n, -1]))).toThrow('does not fit into 64 bits');
});
