import { expect, test } from 'vitest';

import { parseAggregations } from '#firestore/query/parse-aggregations.ts';

function aliasesOf(...given: readonly string[]): string[] {
  const protos = given.map((alias) => ({ count: {}, ...(alias !== '' && { alias }) }));
  return parseAggregations(protos).map(({ alias }) => alias);
}

test('aggregations without an alias are numbered among themselves', () => {
  expect(aliasesOf('n', '', 'm', '')).toEqual(['n', 'field_1', 'm', 'field_2']);
  expect(aliasesOf('', 'field_2')).toEqual(['field_1', 'field_2']);
});

test.each([
  [['field_1', ''], 'field_1'],
  [['', 'field_2', ''], 'field_2'],
  [['a', 'a'], 'a'],
])('the aliases %j have a duplicate', (given, duplicate) => {
  expect(() => aliasesOf(...given)).toThrow(`Aggregation aliases contain duplicate alias: ${duplicate}.`);
});
