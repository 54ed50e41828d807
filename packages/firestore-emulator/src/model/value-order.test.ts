import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { smallValue } from '#firestore/query/testing/arbitrary-query.ts';
import { compareValues, valuesEqual } from '#firestore/model/value-order.ts';
import { GeoPoint, Reference, Timestamp, type Value } from '#firestore/model/value.ts';
import { arbitraryFields } from '#firestore/testing/arbitrary-document.ts';

const anyValue: fc.Arbitrary<Value> = fc.oneof(smallValue, arbitraryFields);

test('the order of values is total: antisymmetric and transitive, and equal values are interchangeable', () => {
  fc.assert(
    fc.property(anyValue, anyValue, anyValue, (a, b, c) => {
      const ab = Math.sign(compareValues(a, b));
      const bc = Math.sign(compareValues(b, c));
      expect(compareValues(a, a)).toBe(0);
      expect(Math.sign(compareValues(b, a))).toBe(0 - ab);
      const ac = Math.sign(compareValues(a, c));
      expect(ac === bc || ab !== 0).toBe(true);
      expect(ac <= 0 || ab > 0 || bc > 0).toBe(true);
    }),
    { numRuns: 3000 },
  );
});

test('types are ordered as in the Firestore documentation', () => {
  const name = 'projects/p/databases/d/documents/c/';
  const ascending: readonly Value[] = [
    null,
    false,
    true,
    Number.NaN,
    -Infinity,
    -(2n ** 63n),
    -1.5,
    0n,
    2n ** 53n,
    2n ** 53n + 1n,
    2 ** 60,
    2n ** 60n + 1n,
    Infinity,
    new Timestamp(-1, 999_999_000),
    new Timestamp(0, 0),
    new Timestamp(0, 1000),
    '',
    'a',
    'a\u0000',
    'b',
    '\uffff',
    '\u{10000}',
    new Uint8Array(),
    new Uint8Array([0]),
    new Uint8Array([0, 1]),
    new Uint8Array([255]),
    new Reference(`${name}__id9__`),
    new Reference(`${name}__id10__`),
    new Reference(`${name}a`),
    new GeoPoint(-1, 5),
    new GeoPoint(0, -1),
    [],
    [1n],
    [1n, 'a'],
    [2n],
    new Map<string, Value>([
      ['__type__', '__vector__'],
      ['value', [9, 9]],
    ]),
    new Map<string, Value>([
      ['__type__', '__vector__'],
      ['value', [1, 1, 1]],
    ]),
    new Map(),
    new Map([['a', 1n]]),
    new Map<string, Value>([
      ['a', 1n],
      ['b', 0n],
    ]),
    new Map([['a', 2n]]),
    new Map([['b', 0n]]),
  ];
  for (const [left, a] of ascending.entries()) {
    for (const [right, b] of ascending.entries()) {
      expect(Math.sign(compareValues(a, b))).toBe(Math.sign(left - right));
    }
  }
});

test('integers and doubles with the same number are equal, and so are 0 and -0', () => {
  expect(valuesEqual(1n, 1)).toBe(true);
  expect(valuesEqual(0, -0)).toBe(true);
  expect(valuesEqual(2n ** 53n + 1n, 2 ** 53)).toBe(false);
  expect(
    valuesEqual(
      new Map<string, Value>([
        ['b', 1n],
        ['a', 2],
      ]),
      new Map<string, Value>([
        ['a', 2n],
        ['b', 1],
      ]),
    ),
  ).toBe(true);
});
