import { expect, test } from 'vitest';

import { formatFieldPath, parseFieldPath } from '#firestore/model/field-path.ts';
import { parseQuery } from '#firestore/query/parse-query.ts';
import { matches } from '#firestore/query/query.ts';
import type { Value } from '#firestore/model/value.ts';
import { Timestamp } from '#firestore/model/value.ts';
import type { google } from '#firestore/api/proto.ts';

type ProtoQuery = google.firestore.v1.IStructuredQuery;
type ProtoFilter = google.firestore.v1.StructuredQuery.IFilter;
type Operator = google.firestore.v1.StructuredQuery.FieldFilter.Operator;

const ROOT = 'projects/p/databases/(default)/documents';
const from = [{ collectionId: 'c' }];
const one = { integerValue: 1 };
const NULL = { nullValue: 'NULL_VALUE' } as const;
const reference = { referenceValue: `${ROOT}/c/d` };

function field(fieldPath: string, op: Operator, value: google.firestore.v1.IValue = one): ProtoFilter {
  return { fieldFilter: { field: { fieldPath }, op, value } };
}

function list(count: number): google.firestore.v1.IValue {
  return { arrayValue: { values: Array.from({ length: count }, (_, index) => ({ integerValue: index })) } };
}

function unary(fieldPath: string, op: google.firestore.v1.StructuredQuery.UnaryFilter.Operator): ProtoFilter {
  return { unaryFilter: { field: { fieldPath }, op } };
}

function many<Item>(count: number, create: (path: string) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => create(`f${index}`));
}

const emptyVector: google.firestore.v1.IValue = {
  mapValue: { fields: { ['__type__']: { stringValue: '__vector__' }, value: { arrayValue: {} } } },
};
const at = new Timestamp(1, 0);

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
  // It finds nothing, so it is no inequality.
  [
    { where: field('a', 'NOT_IN', { arrayValue: { values: [NULL, NULL] } }), orderBy: by('__name__') },
    ['__name__ asc'],
  ],
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
  [
    '45 disjunctions, with those for null',
    {
      where: and(
        field('a', 'IN', list(15)),
        field('b', 'IN', { arrayValue: { values: [one, { nullValue: 'NULL_VALUE' }, { integerValue: 2 }] } }),
      ),
    },
  ],
  ['NOT_IN beside NOT_EQUAL', { where: and(field('a', 'NOT_IN', list(1)), field('b', 'NOT_EQUAL')) }],
  [
    'NOT_IN beside OR',
    { where: and(field('a', 'NOT_IN', list(1)), or(field('b', 'EQUAL'), field('c', 'EQUAL'))) },
  ],
  [
    'two array filters',
    { where: and(field('a', 'ARRAY_CONTAINS'), field('b', 'ARRAY_CONTAINS_ANY', list(1))) },
  ],
  [
    '48 disjunctions, with those for null, an empty array and null itself',
    {
      where: and(
        field('a', 'IN', list(16)),
        or(
          unary('b', 'IS_NULL'),
          field('b', 'EQUAL', { nullValue: 'NULL_VALUE' }),
          field('b', 'EQUAL', { arrayValue: { values: [] } }),
        ),
      ),
    },
  ],
  [
    'array filters for one value in two forms',
    { where: and(field('a', 'ARRAY_CONTAINS'), field('a', 'ARRAY_CONTAINS_ANY', list(1))) },
  ],
  [
    'array filters for 0 and -0',
    {
      where: and(
        field('a', 'ARRAY_CONTAINS', { doubleValue: 0 }),
        field('a', 'ARRAY_CONTAINS', { doubleValue: -0 }),
      ),
    },
  ],
  [
    'array filters for two infinities',
    {
      where: and(
        field('a', 'ARRAY_CONTAINS', { doubleValue: Infinity }),
        field('a', 'ARRAY_CONTAINS', { doubleValue: -Infinity }),
      ),
    },
  ],
  ['an empty OR', { where: or() }],
  ['two NOT_EQUAL', { where: and(field('a', 'NOT_EQUAL'), field('b', 'NOT_EQUAL')) }],
  ['NOT_EQUAL beside IS_NOT_NULL', { where: or(field('a', 'NOT_EQUAL'), unary('a', 'IS_NOT_NULL')) }],
  [
    'an order by name before the field of NOT_IN, even with null',
    {
      where: field('a', 'NOT_IN', { arrayValue: { values: [NULL, one] } }),
      orderBy: [{ field: { fieldPath: '__name__' } }],
    },
  ],
  ['two NOT_IN', { where: and(field('a', 'NOT_IN', list(1)), field('a', 'NOT_IN', list(1))) }],
  ['11 inequality fields', { where: or(...many(11, (path) => field(path, 'GREATER_THAN'))) }],
  [
    '10 inequality fields and the name',
    {
      where: and(
        ...many(10, (path) => field(path, 'GREATER_THAN')),
        field('__name__', 'GREATER_THAN', reference),
      ),
    },
  ],
  [
    'one of two names and an inequality',
    {
      where: and(
        or(field('__name__', 'EQUAL', reference), field('__name__', 'EQUAL', reference)),
        and(field('a', 'GREATER_THAN')),
      ),
    },
  ],
  [
    'a name in a list and an inequality',
    {
      where: and(
        field('__name__', 'IN', { arrayValue: { values: [reference] } }),
        field('a', 'GREATER_THAN'),
      ),
    },
  ],
  [
    'a name of another database',
    {
      where: field('__name__', 'EQUAL', { referenceValue: 'projects/p/databases/d/documents/c/d' }),
    },
  ],
  [
    'a cursor in another database',
    {
      orderBy: by('__name__'),
      startAt: { values: [{ referenceValue: 'projects/p/databases/d/documents/c/d' }] },
    },
  ],
  ['a cursor on an implicit order', { orderBy: by('a'), startAt: { values: [one, reference] } }],
  ['101 filters', { where: and(...many(101, (path) => field(path, 'EQUAL'))) }],
  [
    '100 filters and an order',
    { where: and(...many(100, (path) => field(path, 'EQUAL'))), orderBy: by('x') },
  ],
  ['a vector without components', { where: field('a', 'EQUAL', emptyVector) }],
  ['a filter but no collection', { from: [{ allDescendants: true }], where: field('a', 'EQUAL') }],
  ['an order but no collection', { from: [], orderBy: by('a') }],
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
])('a query with %s is refused', (_what, query) => {
  expect(() => parseQuery(ROOT, { from, ...query })).toThrow(
    expect.objectContaining({ status: 'INVALID_ARGUMENT' }),
  );
});

test('a collection group query of fields has the root as its parent', () => {
  const group = { from: [{ collectionId: 'c', allDescendants: true }] };
  expect(parseQuery(ROOT, group).allDescendants).toBe(true);
  const byField = { ...group, orderBy: [{ field: { fieldPath: 'a' } }] };
  expect(() => parseQuery(`${ROOT}/c/d`, byField)).toThrow(
    'collection group queries are only allowed at the root parent',
  );
  expect(parseQuery(`${ROOT}/c/d`, group).allDescendants).toBe(true);
  expect(parseQuery(`${ROOT}/c/d`, { from: [{ allDescendants: true }] }).allDescendants).toBe(true);
});

test('documents are scanned by name only in ascending order, unless an equality filter selects an index', () => {
  const orderBy: google.firestore.v1.StructuredQuery.IOrder[] = [
    { field: { fieldPath: '__name__' }, direction: 'DESCENDING' },
  ];
  const refused = expect.objectContaining({ status: 'FAILED_PRECONDITION' });
  expect(() => ordersOf({ orderBy })).toThrow(refused);
  expect(() => ordersOf({ orderBy, where: field('__name__', 'EQUAL', reference) })).toThrow(refused);
  for (const where of [
    field('a', 'EQUAL'),
    or(field('a', 'IN', list(2)), field('b', 'ARRAY_CONTAINS')),
    or(field('a', 'EQUAL'), field('__name__', 'EQUAL', reference)),
  ]) {
    expect(ordersOf({ orderBy, where })).toEqual(['__name__ desc']);
  }
});

test('repeated filters and disjunctions count once', () => {
  const limits = [
    or(...Array.from({ length: 31 }, () => field('a', 'EQUAL'))),
    or(field('a', 'IN', list(20)), field('a', 'IN', list(16))),
    and(field('a', 'IN', list(6)), field('a', 'IN', list(6))),
    and(...Array.from({ length: 101 }, () => field('a', 'EQUAL'))),
    and(field('a', 'ARRAY_CONTAINS'), field('a', 'ARRAY_CONTAINS')),
    and(
      field('a', 'ARRAY_CONTAINS', { mapValue: { fields: { b: one, c: one } } }),
      field('a', 'ARRAY_CONTAINS', { mapValue: { fields: { c: one, b: one } } }),
    ),
    and(
      field('a', 'IN', list(15)),
      field('b', 'IN', { arrayValue: { values: [one, { nullValue: 'NULL_VALUE' }, { doubleValue: NaN }] } }),
    ),
    and(
      field('a', 'ARRAY_CONTAINS', { nullValue: 'NULL_VALUE' }),
      field('a', 'ARRAY_CONTAINS', { doubleValue: NaN }),
    ),
    and(
      field('a', 'ARRAY_CONTAINS', { arrayValue: { values: [] } }),
      field('a', 'ARRAY_CONTAINS', { doubleValue: NaN }),
    ),
    and(
      field('a', 'ARRAY_CONTAINS_ANY', { arrayValue: { values: [one, { doubleValue: NaN }, one] } }),
      field('a', 'ARRAY_CONTAINS_ANY', { arrayValue: { values: [{ nullValue: 'NULL_VALUE' }, one] } }),
    ),
    // Each has at most two disjunctions beside the fifteen.
    ...[
      and(field('b', 'IN', list(2)), field('b', 'IN', list(2))),
      and(field('b', 'IN', list(2)), and(field('b', 'IN', list(2)), field('c', 'EQUAL'))),
      and(
        or(and(field('b', 'IN', list(1)), field('b', 'IN', list(1))), field('c', 'EQUAL')),
        or(field('b', 'IN', list(1)), field('c', 'EQUAL')),
      ),
      and(field('b', 'IN', list(2)), or(field('b', 'EQUAL', { integerValue: 0 }), field('b', 'EQUAL'))),
      and(or(field('b', 'EQUAL'), field('c', 'EQUAL')), or(field('c', 'EQUAL'), field('b', 'EQUAL'))),
      and(
        field('b', 'IN', { arrayValue: { values: [one, { nullValue: 'NULL_VALUE' }] } }),
        field('b', 'IN', { arrayValue: { values: [{ doubleValue: NaN }, one] } }),
      ),
      or(field('b', 'EQUAL'), field('b', 'IN', list(2))),
      or(field('b', 'ARRAY_CONTAINS'), field('b', 'ARRAY_CONTAINS_ANY', list(2))),
      or(
        field('b', 'LESS_THAN', { doubleValue: NaN }),
        field('b', 'EQUAL', { nullValue: 'NULL_VALUE' }),
        unary('b', 'IS_NULL'),
      ),
      field('b', 'ARRAY_CONTAINS_ANY', {
        arrayValue: { values: [one, { arrayValue: { values: [] } }, { doubleValue: NaN }] },
      }),
    ].map((two) => and(field('a', 'IN', list(15)), two)),
    and(),
  ];
  for (const where of limits) expect(ordersOf({ where })).toEqual(['__name__ asc']);
  const huge = and(...many(20, (path) => field(path, 'IN', list(30))));
  expect(() => ordersOf({ where: huge })).toThrow(/Too many disjunctions after normalization/u);
});

function find(where: ProtoFilter, value: Value): boolean {
  const document = { name: `${ROOT}/c/d`, fields: new Map([['a', value]]), createTime: at, updateTime: at };
  return matches(parseQuery(ROOT, { from, where }), document);
}

test('only IS_NULL and IS_NAN find null and NaN', () => {
  const isNull = { nullValue: 'NULL_VALUE' } as const;
  expect(find(unary('a', 'IS_NULL'), null)).toBe(true);
  expect(find(unary('a', 'IS_NAN'), Number.NaN)).toBe(true);
  expect(find(field('a', 'EQUAL', isNull), null)).toBe(false);
  expect(find(field('a', 'LESS_THAN_OR_EQUAL', isNull), null)).toBe(false);
  expect(find(unary('a', 'IS_NOT_NULL'), 1n)).toBe(true);
  expect(find(field('a', 'NOT_EQUAL', isNull), 1n)).toBe(false);
  expect(find(unary('a', 'IS_NOT_NAN'), Number.NaN)).toBe(false);
  expect(find(field('a', 'NOT_EQUAL', { doubleValue: Number.NaN }), Number.NaN)).toBe(true);
  expect(find(field('a', 'EQUAL', { doubleValue: Number.NaN }), Number.NaN)).toBe(false);
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

test.each<[Operator, (text: string) => google.firestore.v1.IValue, string]>([
  ['EQUAL', (text) => ({ stringValue: text }), 'a'],
  ['EQUAL', (text) => ({ arrayValue: { values: [{ stringValue: text }] } }), 'a'],
  ['IN', (text) => ({ arrayValue: { values: [one, { stringValue: text }] } }), 'a'],
  ['NOT_IN', (text) => ({ arrayValue: { values: [one, { stringValue: text }] } }), 'a'],
  ['ARRAY_CONTAINS', (text) => ({ stringValue: text }), 'a[*]'],
  ['ARRAY_CONTAINS_ANY', (text) => ({ arrayValue: { values: [one, { stringValue: text }] } }), 'a[*]'],
])('%s compares with values of up to 1,500 bytes', (op, valueOf, shown) => {
  const parse = (length: number) =>
    parseQuery(ROOT, { from, where: field('a', op, valueOf('x'.repeat(length))) });
  // A string counts one byte more than its text.
  expect(() => parse(1499)).not.toThrow();
  expect(() => parse(1500)).toThrow(`value for ${shown} is too large to be used in a query`);
});
