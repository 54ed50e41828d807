import * as fc from 'fast-check';

import { formatFieldPath, type FieldPath } from '#firestore/model/field-path.ts';
import type { FieldFilter, Filter, FilterOperator } from '#firestore/query/filter.ts';
import { cursorFor, smallFilter, smallOrder, smallValue } from '#firestore/query/testing/arbitrary-query.ts';
import type { Cursor, Order } from '#firestore/query/query.ts';
import type { Json, JsonObject } from '#firestore/compare/json.ts';
import { ROOT } from '#firestore/compare/step.ts';
import { valueJson } from '#firestore/compare/value-json.ts';

const OPERATORS: Readonly<Record<FilterOperator, string>> = {
  '==': 'EQUAL',
  '!=': 'NOT_EQUAL',
  '<': 'LESS_THAN',
  '<=': 'LESS_THAN_OR_EQUAL',
  '>': 'GREATER_THAN',
  '>=': 'GREATER_THAN_OR_EQUAL',
  in: 'IN',
  'not-in': 'NOT_IN',
  'array-contains': 'ARRAY_CONTAINS',
  'array-contains-any': 'ARRAY_CONTAINS_ANY',
};
const INEQUALITIES: ReadonlySet<FilterOperator> = new Set(['<', '<=', '>', '>=', '!=', 'not-in']);

export function filterJson(filter: Filter): JsonObject {
  if (filter.kind === 'field') return fieldFilterJson(filter);
  return { compositeFilter: { op: filter.kind.toUpperCase(), filters: filter.filters.map(filterJson) } };
}

/** The SDKs send comparisons with null and NaN as unary filters. */
function fieldFilterJson({ path, operator, value }: FieldFilter): JsonObject {
  const field = { fieldPath: formatFieldPath(path) };
  const kind = value === null ? 'NULL' : 'NAN';
  if ((value === null || Number.isNaN(value)) && (operator === '==' || operator === '!=')) {
    return { unaryFilter: { op: operator === '==' ? `IS_${kind}` : `IS_NOT_${kind}`, field } };
  }
  return { fieldFilter: { field, op: OPERATORS[operator], value: valueJson(value) } };
}

export interface Scoped {
  readonly parent: string;
  readonly structuredQuery: JsonObject;
}

interface Parts {
  readonly scope: { readonly parent: string; readonly from: JsonObject };
  readonly where: Filter | null;
  readonly unusual: JsonObject | null;
  readonly orderBy: readonly Order[];
  readonly startAt: Cursor | null;
  readonly endAt: Cursor | null;
  readonly offset: number;
  readonly limit: number | null;
  readonly select: readonly string[] | null;
  readonly form: 'web' | 'admin';
  readonly toLast: boolean;
}

const scope = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ parent: ROOT, from: { collectionId: 'c' } }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      { parent: ROOT, from: { collectionId: 'c', allDescendants: true } },
      { parent: `${ROOT}/c/d0`, from: { collectionId: 'c' } },
      { parent: `${ROOT}/c/d0`, from: { collectionId: 'c', allDescendants: true } },
      { parent: ROOT, from: { allDescendants: true } },
    ),
  },
);

/** On a whole map, a nested path, a quoted path and several names: fields that need no order of their own. */
const unusualFilter: fc.Arbitrary<JsonObject> = fc.oneof(
  fc
    .record({
      kind: fc.constant('field' as const),
      path: fc.constantFrom<FieldPath[]>(['m'], ['m', 'x'], ['m', 'x', 'y'], ['a b']),
      operator: fc.constantFrom('==' as const, 'array-contains' as const),
      value: smallValue,
    })
    .map(filterJson),
  fc
    .tuple(
      fc.constantFrom('IN', 'NOT_IN'),
      fc.uniqueArray(fc.constantFrom('d0', 'd1', '__id7__'), { minLength: 1, maxLength: 3 }),
    )
    .map(([op, ids]) => ({
      fieldFilter: {
        field: { fieldPath: '__name__' },
        op,
        value: { arrayValue: { values: ids.map((id) => ({ referenceValue: `${ROOT}/c/${id}` })) } },
      },
    })),
);

const optional = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> =>
  fc.option(arbitrary, { freq: 2 });

const parts: fc.Arbitrary<Parts> = fc.oneof(fc.constant([]), smallOrder).chain((orders) => {
  const explicit = orders.filter(({ path }) => path[0] !== '__name__');
  return fc.record({
    scope,
    where: fc.option(smallFilter, { freq: 4 }),
    unusual: fc
      .constantFrom(0, 0, 0, 0, 0, 0, 0, 1)
      .chain((dice) => (dice === 0 ? fc.constant(null) : unusualFilter)),
    orderBy: fc.constantFrom<(readonly Order[])[]>(explicit, orders),
    startAt: explicit.length === 0 && orders.length === 0 ? fc.constant(null) : optional(cursorFor(orders)),
    endAt: explicit.length === 0 && orders.length === 0 ? fc.constant(null) : optional(cursorFor(orders)),
    offset: fc.constantFrom(0, 0, 0, 1, 2),
    limit: fc.constantFrom(null, null, 1, 2, 5),
    select: fc.constantFrom(null, null, null, ['__name__'], ['a'], ['m.x', 'b']),
    form: fc.constantFrom('web' as const, 'admin' as const),
    toLast: fc.boolean(),
  });
});

/** Queries as the web SDK (with all orders) and the Admin client (with the orders of its caller) send them. */
export const query: fc.Arbitrary<Scoped> = parts.map(toQuery);

/** No SDK completes the orders of a query that it aggregates. */
export const aggregatedQuery: fc.Arbitrary<Scoped> = parts.map((given) =>
  toQuery({ ...given, form: 'admin' }),
);

function toQuery({ scope: { parent, from }, form, toLast, ...given }: Parts): Scoped {
  const orders = form === 'web' ? completed(given.orderBy, given.where) : given.orderBy;
  const isReversed = toLast && given.limit !== null && orders.length > 0;
  const orderBy = isReversed ? orders.map(reversed) : orders;
  const cursor = (own: Cursor | null): Cursor | null =>
    own === null ? null : { ...own, values: own.values.slice(0, orders.length) };
  // limitToLast runs the query backwards, with the cursors exchanged.
  const [startAt, endAt] = isReversed
    ? [flipped(cursor(given.endAt)), flipped(cursor(given.startAt))]
    : [cursor(given.startAt), cursor(given.endAt)];
  const structuredQuery: Record<string, Json> = { from: [from] };
  const filters = [...(given.where === null ? [] : [filterJson(given.where)]), given.unusual ?? []].flat();
  const [only] = filters;
  if (only !== undefined) {
    structuredQuery['where'] = filters.length === 1 ? only : { compositeFilter: { op: 'AND', filters } };
  }
  if (orderBy.length > 0) structuredQuery['orderBy'] = orderBy.map(orderJson);
  if (startAt !== null && startAt.values.length > 0) structuredQuery['startAt'] = cursorJson(startAt);
  if (endAt !== null && endAt.values.length > 0) structuredQuery['endAt'] = cursorJson(endAt);
  if (given.offset > 0) structuredQuery['offset'] = given.offset;
  if (given.limit !== null) structuredQuery['limit'] = given.limit;
  if (given.select !== null) {
    structuredQuery['select'] = { fields: given.select.map((fieldPath) => ({ fieldPath })) };
  }
  return { parent, structuredQuery };
}

/** The web SDK adds the fields of inequalities, sorted, and the document name. */
function completed(orders: readonly Order[], where: Filter | null): readonly Order[] {
  const direction = orders.at(-1)?.direction ?? 'asc';
  const known = new Set(orders.map(({ path }) => formatFieldPath(path)));
  const missing = [...new Map(where === null ? [] : inequalities(where))]
    .filter(([name]) => !known.has(name) && name !== '__name__')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, path]) => ({ path, direction }));
  const last = known.has('__name__') ? [] : [{ path: ['__name__'], direction }];
  const own = orders.filter(({ path }) => path[0] !== '__name__');
  const name = orders.filter(({ path }) => path[0] === '__name__');
  return [...own, ...missing, ...name, ...last];
}

function inequalities(filter: Filter): [string, FieldPath][] {
  if (filter.kind !== 'field') return filter.filters.flatMap(inequalities);
  return INEQUALITIES.has(filter.operator) ? [[formatFieldPath(filter.path), filter.path]] : [];
}

function reversed({ path, direction }: Order): Order {
  return { path, direction: direction === 'asc' ? 'desc' : 'asc' };
}

function flipped(cursor: Cursor | null): Cursor | null {
  return cursor === null ? null : { ...cursor, before: !cursor.before };
}

function orderJson({ path, direction }: Order): JsonObject {
  return {
    field: { fieldPath: formatFieldPath(path) },
    direction: direction === 'asc' ? 'ASCENDING' : 'DESCENDING',
  };
}

function cursorJson({ values, before }: Cursor): JsonObject {
  return { values: values.map(valueJson), ...(before ? { before } : {}) };
}
