import { expect, test } from 'vitest';

import type { MapValue, Value } from '#firestore/model/value.ts';
import { Reference } from '#firestore/model/value.ts';
import { call, resultOf } from '#firestore/testing/pipeline-functions.ts';

function vector(numbers: readonly number[]): MapValue {
  return new Map<string, Value>([
    ['__type__', '__vector__'],
    ['value', numbers],
  ]);
}

const ROOT = 'projects/p/databases/(default)/documents';

test.each([
  [1n, 2n, 'b/2/c/3'],
  [0n, 2n, 'a/1/b/2'],
  [-2n, 2n, 'b/2/c/3'],
  [-1n, 1n, 'c/3'],
  [-9n, 1n, 'a/1'],
])('reference_slice from %d of %d segments', (offset, length, expected) => {
  const reference = new Reference(`${ROOT}/a/1/b/2/c/3`);
  expect(resultOf(call('reference_slice', reference, offset, length))).toEqual(
    new Reference(`${ROOT}/${expected}`),
  );
});

test('reference_slice is null if no segment is left, and fails for a negative length', () => {
  const reference = new Reference(`${ROOT}/a/1`);
  expect(resultOf(call('reference_slice', reference, 1n, 1n))).toBeNull();
  expect(resultOf(call('is_error', call('reference_slice', reference, 0n, -1n)))).toBe(true);
});

test('manhattan_distance adds the differences', () => {
  expect(resultOf(call('manhattan_distance', vector([1, 2]), vector([4, -2])))).toBe(7);
  expect(resultOf(call('is_error', call('manhattan_distance', vector([1]), vector([1, 2]))))).toBe(true);
});
