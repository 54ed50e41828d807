import { expect, test } from 'vitest';

import type { Value } from '#firestore/model/value.ts';
import type { Expression } from '#firestore/pipeline/expression.ts';
import { ABSENT, call, resultOf } from '#firestore/testing/pipeline-functions.ts';

const ORDERS = ['less_than', 'less_than_or_equal', 'greater_than', 'greater_than_or_equal'];

test.each<[a: Value | Expression, b: Value | Expression]>([
  [1n, 'a'],
  [NaN, 0n],
  [null, 0n],
  [ABSENT, 0n],
  [null, ABSENT],
  [ABSENT, ABSENT],
])('%o and %o are not comparable, so their comparisons are false', (a, b) => {
  for (const name of ORDERS) {
    expect(resultOf(call(name, a, b))).toBe(false);
    expect(resultOf(call(name, b, a))).toBe(false);
    expect(resultOf(call('not', call(name, a, b)))).toBe(true);
  }
});

test('null equals null in comparisons', () => {
  expect(ORDERS.map((name) => resultOf(call(name, null, null)))).toEqual([false, true, false, true]);
});

test.each<[a: Value | Expression, b: Value | Expression, expected: bigint]>([
  [1n, 1n, 0n],
  [1, 1n, 0n],
  [-1, 1n, -1n],
  [42.5, 'foo', -1n],
  ['foo', 42.5, 1n],
  [null, null, 0n],
  [null, ABSENT, 0n],
  [false, ABSENT, 1n],
  [NaN, -Infinity, -1n],
])('cmp of %o and %o is %d', (a, b, expected) => {
  expect(resultOf(call('cmp', a, b))).toBe(expected);
});

test('error fails with its message', () => {
  expect(() => resultOf(call('error', 'no match'))).toThrow('no match');
  expect(resultOf(call('if_error', call('error', 'no match'), 1n))).toBe(1n);
  expect(resultOf(call('switch_on', true, 1n, call('error', 'no match')))).toBe(1n);
});
