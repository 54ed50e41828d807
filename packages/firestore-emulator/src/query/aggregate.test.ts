import { expect, test } from 'vitest';

import { aggregate } from '#firestore/query/aggregate.ts';
import type { Document } from '#firestore/model/document.ts';
import { Timestamp, type Value } from '#firestore/model/value.ts';

const time = new Timestamp(0, 0);
const MAX = 2n ** 63n - 1n;

function documents(...rows: Record<string, Value>[]): Document[] {
  return rows.map((row, index) => ({
    name: `projects/p/databases/d/documents/c/${index}`,
    fields: new Map(Object.entries(row)),
    createTime: time,
    updateTime: time,
  }));
}

function sumOf(...numbers: Value[]): Value | undefined {
  return aggregate([{ alias: 's', kind: 'sum', path: ['n'] }], documents(...numbers.map((n) => ({ n })))).get(
    's',
  );
}

function averageOf(...numbers: Value[]): Value | undefined {
  return aggregate(
    [{ alias: 'a', kind: 'average', path: ['n'] }],
    documents(...numbers.map((n) => ({ n }))),
  ).get('a');
}

test('a sum is an integer if all numbers are integers and it fits int64', () => {
  expect(sumOf(1n, 2n, 'x', null)).toBe(3n);
  expect(sumOf(1n, 2)).toBe(3);
  expect(sumOf(MAX, 1n)).toBe(2 ** 63);
  expect(sumOf(MAX, 1n, -1n)).toBe(MAX);
  expect(sumOf(1n, Number.NaN)).toBeNaN();
  expect(sumOf('x')).toBe(0n);
});

test('an average is a double, or null without numbers', () => {
  expect(averageOf(1n, 2n)).toBe(1.5);
  expect(averageOf(4n)).toBe(4);
  expect(averageOf('x')).toBeNull();
});

test('several aggregations use only the documents that have every aggregated field', () => {
  const rows = documents({ a: 1n, b: 10n }, { a: 2n }, { b: 20n }, { a: 4n, b: 'x' });
  const result = aggregate(
    [
      { alias: 'n', kind: 'count', upTo: null },
      { alias: 'a', kind: 'sum', path: ['a'] },
      { alias: 'b', kind: 'average', path: ['b'] },
    ],
    rows,
  );
  expect([...result]).toEqual([
    ['n', 2n],
    ['a', 5n],
    ['b', 10],
  ]);
  expect(aggregate([{ alias: 'n', kind: 'count', upTo: 3 }], rows).get('n')).toBe(3n);
});
