import { expect, test } from 'vitest';

import { formatFieldPath, parseFieldPath } from '#firestore/model/field-path.ts';
import { parseQuery } from '#firestore/query/parse-query.ts';
import type { google } from '#firestore/api/proto.ts';

type ProtoQuery = google.firestore.v1.IStructuredQuery;
type ProtoFilter = google.firestore.v1.StructuredQuery.IFilter;
type Operator = google.firestore.v1.StructuredQuery.FieldFilter.Operator;

const ROOT = 'projects/p/databases/(default)/documents';
const from = [{ collectionId: 'c' }];
const one = { integerValue: 1 };
const reference = { referenceValue: `${ROOT}/c/d` };

function field(fieldPath: string, op: Operator, value: google.firestore.v1.IValue = one): ProtoFilter {
  return { fieldFilter: { field: { fieldPath }, op, value } };
}

function list(count: number): google.firestore.v1.IValue {
  return { arrayValue: { values: Array.from({ length: count }, (_, index) => ({ integerValue: index })) } };
}

const and = (...filters: ProtoFilter[]): ProtoFilter => ({ compositeFilter: { op: 'AND', filters } });
const or = (...filters: ProtoFilter[]): ProtoFilter => ({ compositeFilter: { op: 'OR', filters } });
const by = (...paths: string[]): google.firestore.v1.StructuredQuery.IOrder[] =>
  paths.map((fieldPath) => ({ field: { fieldPath } }));

function ordersOf(query: ProtoQuery): string[] {
  return parseQuery(ROOT, { from, ...query }).orderBy.map(
    ({ path, direction }) => `${formatFieldPath(path)} ${direction}`,
  );
}

test.each<[ProtoQuery, string[]]>([
  [{}, ['__name__ asc']],
  [{ orderBy: [{ field: { fieldPath: 'a' }, direction: 'DESCENDING' }] }, ['a desc', '__name__ desc']],
  [{ where: field('a', 'GREATER_THAN') }, ['a asc', '__name__ asc']],
  [{ where: field('a', 'EQUAL') }, ['__name__ asc']],
  [
    { where: and(field('z', 'GREATER_THAN'), field('a.b', 'NOT_EQUAL'), field('a', 'LESS_THAN')) },
    ['a asc', 'a.b asc', 'z asc', '__name__ asc'],
  ],
  [
    {
      where: or(field('z', 'GREATER_THAN'), field('a', 'LESS_THAN')),
      orderBy: [{ field: { fieldPath: 'z' }, direction: 'DESCENDING' }],
    },
    ['z desc', 'a desc', '__name__ desc'],
  ],
  [{ where: field('__name__', 'GREATER_THAN', reference) }, ['__name__ asc']],
])('%j gets the implicit orders', (query, expected) => {
  expect(ordersOf(query)).toEqual(expected);
});

test.each<[string, ProtoQuery]>([
  ['an order after the name', { orderBy: by('__name__', 'a') }],
  ['an implied order after the name', { where: field('a', 'NOT_EQUAL'), orderBy: by('__name__') }],
  ['the same order twice', { orderBy: by('a', 'a') }],
  [
    'the name equal and another field not',
    { where: and(field('a', 'NOT_EQUAL'), field('__name__', 'EQUAL', reference)) },
  ],
  ['a name compared with a number', { where: field('__name__', 'EQUAL') }],
  ['names compared with numbers', { where: field('__name__', 'IN', list(2)) }],
  ['31 values of IN', { where: field('a', 'IN', list(31)) }],
  ['11 values of NOT_IN', { where: field('a', 'NOT_IN', list(11)) }],
  ['no value of IN', { where: field('a', 'IN', list(0)) }],
  ['IN of a number', { where: field('a', 'IN') }],
  ['36 disjunctions', { where: and(field('a', 'IN', list(6)), field('b', 'IN', list(6))) }],
  ['NOT_IN beside NOT_EQUAL', { where: and(field('a', 'NOT_IN', list(1)), field('b', 'NOT_EQUAL')) }],
  [
    'NOT_IN beside OR',
    { where: and(field('a', 'NOT_IN', list(1)), or(field('b', 'EQUAL'), field('c', 'EQUAL'))) },
  ],
  [
    'two array filters',
    { where: and(field('a', 'ARRAY_CONTAINS'), field('b', 'ARRAY_CONTAINS_ANY', list(1))) },
  ],
  ['an empty AND', { where: and() }],
  ['an empty filter', { where: {} }],
  ['no operator', { where: { fieldFilter: { field: { fieldPath: 'a' }, value: one } } }],
  ['no value', { where: { fieldFilter: { field: { fieldPath: 'a' }, op: 'EQUAL' } } }],
  ['a negative limit', { limit: { value: -1 } }],
  ['a negative offset', { offset: -1 }],
  ['more cursor values than orders', { orderBy: by('a'), startAt: { values: [one, reference, one] } }],
  ['a cursor with a number for a name', { startAt: { values: [one] } }],
  ['two collections', { from: [...from, ...from] }],
  ['a reserved collection', { from: [{ collectionId: '__c__' }] }],
  ['a path that needs quotes', { orderBy: by('a b') }],
  ['an empty path', { orderBy: by('') }],
  ['a reserved path', { orderBy: by('__x__') }],
  ['a vector search in a listener or partition', { findNearest: {} }],
])('a query with %s is refused', (_what, query) => {
  expect(() => parseQuery(ROOT, { from, ...query })).toThrow(
    expect.objectContaining({ status: 'INVALID_ARGUMENT' }),
  );
});

test('enums may be numbers, as in gRPC requests', () => {
  const where: object = { fieldFilter: { field: { fieldPath: 'a' }, op: 8, value: list(2) } };
  expect(parseQuery(ROOT, { from, where }).where).toEqual({
    kind: 'field',
    path: ['a'],
    operator: 'in',
    value: [0n, 1n],
  });
});

test.each<[string, string[]]>([
  ['a', ['a']],
  ['a.b_1.C', ['a', 'b_1', 'C']],
  ['`a.b`.c', ['a.b', 'c']],
  ['`\\``.`\\\\`', ['`', '\\']],
  ['`💣 x`', ['💣 x']],
])('the field path %s parses into segments and formats back', (text, path) => {
  expect(parseFieldPath(text)).toEqual(path);
  expect(formatFieldPath(path)).toBe(text);
});

test.each(['', '.', 'a.', '.a', 'a..b', '`', '``', '`a', 'a`b`', '1a', 'a-b', '`a`b'])(
  '%j is not a valid field path',
  (text) => {
    expect(() => parseFieldPath(text)).toThrow(/Invalid property path/u);
  },
);
