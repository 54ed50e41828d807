import { expect, test } from 'vitest';

import type { Value } from '#firestore/model/value.ts';
import { call, resultOf } from '#firestore/testing/pipeline-functions.ts';

test.each<[name: string, args: readonly Value[], expected: number]>([
  ['pow', [2n, 3n], 8],
  ['pow', [-2n, -3n], -0.125],
  ['pow', [Infinity, 0n], 1],
  ['pow', [1n, Infinity], 1],
  ['pow', [-1n, -Infinity], 1],
  ['pow', [1n, NaN], 1],
  ['pow', [NaN, 0n], 1],
  ['pow', [NaN, 1n], NaN],
  ['pow', [0n, NaN], NaN],
  ['pow', [-Infinity, 3.1], Infinity],
  ['abs', [-0], 0],
  ['abs', [-10.5], 10.5],
  ['ln', [-Infinity], NaN],
  ['log10', [-Infinity], NaN],
  ['log', [Math.E], 1],
  ['log', [-Infinity, 2n], NaN],
  ['log', [8n, Infinity], NaN],
])('%s of %o is %d', (name, args, expected) => {
  expect(resultOf(call(name, ...args))).toBe(expected);
});

test.each<[name: string, args: readonly Value[]]>([
  ['pow', [-1n, 0.5]],
  ['pow', [0n, -1n]],
  ['pow', [-0, -Infinity]],
  ['abs', [-(2n ** 63n)]],
  ['log', [0n]],
  ['log', [2n, 1]],
])('%s of %o is an error', (name, args) => {
  expect(resultOf(call('is_error', call(name, ...args)))).toBe(true);
});
