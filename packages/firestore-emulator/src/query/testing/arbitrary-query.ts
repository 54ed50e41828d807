import * as fc from 'fast-check';

import type { FieldPath } from '#firestore/model/field-path.ts';
import type { Cursor, Order } from '#firestore/query/query.ts';
import type { FieldFilter, Filter } from '#firestore/query/filter.ts';
import type { Value } from '#firestore/model/value.ts';
import { GeoPoint, Reference, Timestamp } from '#firestore/model/value.ts';

export const DATABASE = 'projects/p/databases/(default)';

/* There are few values of each type, so that random filters often match random documents. */

const numbers: readonly Value[] = [
  Number.NaN,
  -1,
  -0,
  0,
  0n,
  1n,
  1,
  1.5,
  2n,
  2n ** 53n,
  2 ** 53,
  2n ** 53n + 1n,
];
const others: readonly Value[] = [
  null,
  false,
  true,
  new Timestamp(1, 0),
  new Timestamp(1, 1000),
  '',
  'a',
  'b',
  '\u{10000}',
  '\uffff',
  new Uint8Array([1]),
  new Reference(`${DATABASE}/documents/c/d1`),
  new Reference(`${DATABASE}/documents/c/__id7__`),
  new GeoPoint(0, 1),
  new GeoPoint(-0, 1),
];

export const smallScalar: fc.Arbitrary<Value> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...numbers) },
  { weight: 2, arbitrary: fc.constantFrom(...others) },
);

const smallMap: fc.Arbitrary<Value> = fc
  .array(fc.tuple(fc.constantFrom('x', 'y', 'z'), smallScalar), { maxLength: 2 })
  .map((entries) => new Map(entries));

const smallVector: fc.Arbitrary<Value> = fc
  .array(fc.constantFrom(0, 1, 2), { minLength: 1, maxLength: 2 })
  .map(
    (components) =>
      new Map<string, Value>([
        ['__type__', '__vector__'],
        ['value', components],
      ]),
  );

const smallArray: fc.Arbitrary<Value> = fc.array(fc.oneof(smallScalar, smallMap), { maxLength: 3 });

export const smallValue: fc.Arbitrary<Value> = fc.oneof(
  { weight: 4, arbitrary: smallScalar },
  { weight: 1, arbitrary: smallArray },
  { weight: 1, arbitrary: smallMap },
  { weight: 1, arbitrary: smallVector },
);

const FIELDS: readonly FieldPath[] = [['a'], ['b'], ['m', 'x']];

export const smallFields: fc.Arbitrary<ReadonlyMap<string, Value>> = fc
  .record({ a: smallValue, b: fc.oneof(smallScalar, smallArray), m: smallMap }, { requiredKeys: [] })
  .map((fields) => new Map<string, Value>(Object.entries(fields)));

const names = fc
  .constantFrom('d0', 'd1', 'd2', '__id7__', '__id10__')
  .map((id) => new Reference(`${DATABASE}/documents/c/${id}`));

const list = fc.array(fc.oneof(smallScalar, smallArray), { minLength: 1, maxLength: 4 });

const fieldFilter: fc.Arbitrary<FieldFilter> = fc.oneof(
  fc.record({
    kind: fc.constant('field' as const),
    path: fc.constantFrom(...FIELDS),
    operator: fc.constantFrom(
      '==' as const,
      '!=' as const,
      '<' as const,
      '<=' as const,
      '>' as const,
      '>=' as const,
    ),
    value: smallValue,
  }),
  fc.record({
    kind: fc.constant('field' as const),
    path: fc.constantFrom(...FIELDS),
    operator: fc.constantFrom('in' as const, 'not-in' as const, 'array-contains-any' as const),
    value: list,
  }),
  fc.record({
    kind: fc.constant('field' as const),
    path: fc.constantFrom(...FIELDS),
    operator: fc.constant('array-contains' as const),
    value: smallScalar,
  }),
  fc.record({
    kind: fc.constant('field' as const),
    path: fc.constant(['__name__']),
    operator: fc.constantFrom('==' as const, '<' as const, '<=' as const, '>' as const, '>=' as const),
    value: names,
  }),
);

const tree = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    fieldFilter,
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      filters: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
    }),
  ),
}));

export const smallFilter: fc.Arbitrary<Filter> = tree.filter;

export const smallOrder: fc.Arbitrary<readonly Order[]> = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom(...FIELDS), { maxLength: 2 }),
    fc.constantFrom('asc' as const, 'desc' as const),
    fc.constantFrom('asc' as const, 'desc' as const),
  )
  .map(([paths, direction, last]) => [
    ...paths.map((path) => ({ path, direction })),
    { path: ['__name__'], direction: last },
  ]);

/** Values for the first orders of a query. */
export function cursorFor(orderBy: readonly Order[]): fc.Arbitrary<Cursor> {
  const values = fc.tuple(
    ...orderBy.map(({ path }) => (path[0] === '__name__' ? names : fc.oneof(smallScalar, smallValue))),
  );
  return fc
    .tuple(values, fc.integer({ min: 1, max: orderBy.length }), fc.boolean())
    .map(([all, count, before]) => ({ values: all.slice(0, count), before }));
}
