import { expect, test } from 'vitest';

import { transform } from '#firestore/store/transforms.ts';
import { Timestamp, type MapValue, type Value } from '#firestore/model/value.ts';
import type { FieldTransform } from '#firestore/model/write.ts';

const now = new Timestamp(1_700_000_000, 123_000_000);
const MAX = 2n ** 63n - 1n;
const MIN = -(2n ** 63n);

type Operation = FieldTransform extends infer Each
  ? Each extends unknown
    ? Omit<Each, 'path'>
    : never
  : never;

function apply(stored: Value | undefined, change: Operation): { after: Value | undefined; result: Value } {
  const fields: MapValue = new Map(stored === undefined ? [] : [['f', stored]]);
  const { fields: after, result } = transform(fields, { path: ['f'], ...change }, now);
  return { after: after.get('f'), result };
}

test.each<[string, Value | undefined, number | bigint, Value]>([
  ['integers', 1n, 2n, 3n],
  ['an integer and a double', 1n, 2, 3],
  ['the ends of int64', MAX, 1n, MAX],
  ['the other end of int64', MIN, -1n, MIN],
  ['a field that is not there', undefined, 5n, 5n],
  ['a field that is not a number', 'x', 5n, 5n],
])('increment adds %s', (_what, stored, operand, expected) => {
  expect(apply(stored, { kind: 'increment', operand })).toEqual({ after: expected, result: expected });
});

test.each<[Value | undefined, number | bigint, Value, Value]>([
  [3n, 4, 4, 3n],
  [3n, 3, 3n, 3n],
  [0, -0, 0, 0],
  [-0, 0n, -0, -0],
  [undefined, 1n, 1n, 1n],
  ['x', 1n, 1n, 1n],
  [Number.NaN, 1n, Number.NaN, Number.NaN],
  [1n, Number.NaN, Number.NaN, Number.NaN],
  [2n ** 53n + 1n, 2 ** 53, 2n ** 53n + 1n, 2 ** 53],
])('maximum and minimum of %s and %s are %s and %s', (stored, operand, most, least) => {
  expect(apply(stored, { kind: 'maximum', operand }).after).toStrictEqual(most);
  expect(apply(stored, { kind: 'minimum', operand }).after).toStrictEqual(least);
});

test('array transforms compare values like queries, and have a null result', () => {
  expect(apply([1n, 'a'], { kind: 'append', operand: [1, 'b', 'b', Number.NaN, Number.NaN] })).toEqual({
    after: [1n, 'a', 'b', Number.NaN],
    result: null,
  });
  expect(apply([1n, 'a', 1, null], { kind: 'remove', operand: [1, null] })).toEqual({
    after: ['a'],
    result: null,
  });
  expect(apply('x', { kind: 'append', operand: [1n] }).after).toEqual([1n]);
  expect(apply(undefined, { kind: 'remove', operand: [1n] }).after).toEqual([]);
});

test('a server timestamp is the request time, also inside new maps', () => {
  const { fields } = transform(new Map([['a', 1n]]), { path: ['a', 'b'], kind: 'server-time' }, now);
  expect(fields).toEqual(new Map([['a', new Map([['b', now]])]]));
});
