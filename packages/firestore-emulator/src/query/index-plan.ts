import type { FieldPath } from '#firestore/model/field-path.ts';
import { formatFieldPath, isNamePath, NAME_FIELD } from '#firestore/model/field-path.ts';
import { rootOf } from '#firestore/model/names.ts';
import type { FieldFilter, Filter } from '#firestore/query/filter.ts';
import type { Nearest } from '#firestore/query/nearest.ts';
import type { Order, Query } from '#firestore/query/query.ts';

/** An index as query explain reports it. */
export interface PlannedIndex {
  /** https://firebase.google.com/docs/firestore/reference/query-explain-report-reference#indexes-used */
  readonly scope: 'Collection' | 'Collection Group' | 'Includes Ancestors';
  /** For example `(foo ASC, __name__ ASC)`. */
  readonly properties: string;
}

/**
 * The indexes that Firestore's planner uses for a query: for each part of an OR, the merged single-field indexes of its
 * equalities, or one composite index if the part also has a range or an order. The emulator itself searches otherwise.
 */
export function planIndexes(query: Query, nearest: Nearest | null): readonly PlannedIndex[] {
  const scope = scopeOf(query);
  const properties = new Set<string>();
  for (const conjunction of disjunctsOf(query.where)) {
    for (const fields of indexesOf(conjunction, query, nearest)) properties.add(`(${fields.join(', ')})`);
  }
  return [...properties].map((each) => ({ scope, properties: each }));
}

function scopeOf({ allDescendants, parent, database }: Query): PlannedIndex['scope'] {
  if (!allDescendants) return 'Collection';
  return parent === rootOf(database) ? 'Collection Group' : 'Includes Ancestors';
}

/** The disjunctive normal form. The parser limits it to 30 disjuncts. */
function disjunctsOf(filter: Filter | null): readonly (readonly FieldFilter[])[] {
  if (filter === null) return [[]];
  if (filter.kind === 'field') return [[filter]];
  const parts = filter.filters.map(disjunctsOf);
  if (filter.kind === 'or') return parts.flat();
  return parts.reduce((all, part) => all.flatMap((left) => part.map((right) => [...left, ...right])), [[]]);
}

function indexesOf(
  conjunction: readonly FieldFilter[],
  query: Query,
  nearest: Nearest | null,
): readonly (readonly string[])[] {
  const equalities = new Map<string, string>();
  for (const { path, operator } of conjunction) {
    const kind = EQUALITY_KINDS.get(operator);
    if (kind !== undefined && !isNamePath(path)) equalities.set(`${formatFieldPath(path)} ${kind}`, kind);
  }
  const ordered = query.orderBy.filter(
    ({ path }) => !isNamePath(path) && !equalities.has(`${formatFieldPath(path)} ASC`),
  );
  const name = `${NAME_FIELD} ${directionOf(query.orderBy.at(-1))}`;
  if (nearest !== null) return [[...equalities.keys(), ...orders(ordered), name, vectorProperty(nearest)]];
  if (ordered.length > 0) return [[...equalities.keys(), ...orders(ordered), name]];
  if (equalities.size === 0) return [[name]];
  // The single-field indexes are ascending, descending and CONTAINS. The order of the names selects one.
  const direction = directionOf(query.orderBy.at(-1));
  return [...equalities].map(([field, kind]) => [
    kind === 'ASC' ? field.replace(/ASC$/u, direction) : field,
    name,
  ]);
}

const EQUALITY_KINDS: ReadonlyMap<FieldFilter['operator'], 'ASC' | 'CONTAINS'> = new Map([
  ['==', 'ASC'],
  ['in', 'ASC'],
  ['array-contains', 'CONTAINS'],
  ['array-contains-any', 'CONTAINS'],
]);

function orders(orderBy: readonly Order[]): readonly string[] {
  return orderBy.map((order) => property(order.path, directionOf(order)));
}

function property(path: FieldPath, kind: string): string {
  return `${formatFieldPath(path)} ${kind}`;
}

function vectorProperty({ path, vector }: Nearest): string {
  return property(path, `VECTOR<${vector.length}>`);
}

function directionOf(order: Order | undefined): 'ASC' | 'DESC' {
  return order?.direction === 'desc' ? 'DESC' : 'ASC';
}
