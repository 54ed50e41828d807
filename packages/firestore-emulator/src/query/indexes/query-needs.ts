import { formatFieldPath, isNamePath } from '#firestore/model/field-path.ts';
import type { FieldPath } from '#firestore/model/field-path.ts';
import type { FieldFilter, Filter } from '#firestore/query/filter.ts';
import type { Index, IndexField, IndexScope } from '#firestore/query/indexes/index-definitions.ts';
import type { Query } from '#firestore/query/query.ts';

/** The requirements of one alternative of a query for its index. A query has several alternatives if it has OR. */
export interface IndexNeeds {
  readonly collectionGroup: string;
  readonly scope: IndexScope;
  /** The equality filters. An index has them first, in any order. */
  readonly equal: readonly EqualField[];
  /** The orders without `__name__`, and without fields that an equality filter makes constant. */
  readonly sorted: readonly IndexField[];
  /** The order of the names. Null if it doesn't matter, because the results of the index are aggregated or sorted. */
  readonly nameMode: 'ASCENDING' | 'DESCENDING' | null;
  /** The other fields of sum and average. An index has them last, in any mode. */
  readonly aggregated: readonly string[];
}

export interface EqualField {
  /** As formatFieldPath writes it. */
  readonly path: string;
  /** Whether the filter is array-contains or array-contains-any. */
  readonly isArray: boolean;
}

/** The parts of a request that need an index in addition to its query. */
export interface IndexUse {
  /** The fields of sum and average. */
  readonly aggregated?: readonly FieldPath[];
}

/** The real service refuses queries with more than 30. */
const MAX_ALTERNATIVES = 100;

type Conjunction = readonly FieldFilter[];

/** The requirements of each alternative. An alternative that names its documents needs no index. */
export function indexNeedsOf(query: Query, use: IndexUse): readonly IndexNeeds[] {
  const { collectionId } = query;
  if (collectionId === null) return [];
  return alternativesOf(query.where).flatMap((filters) => {
    const namesDocuments = filters.some(({ path, operator }) => isNamePath(path) && isEquality(operator));
    return namesDocuments ? [] : [needsOf(query, collectionId, filters, use)];
  });
}

/** The disjunctive normal form. Empty if it is too large. */
function alternativesOf(where: Filter | null): readonly Conjunction[] {
  if (where === null) return [[]];
  if (where.kind === 'field') return [[where]];
  if (where.kind === 'or') return where.filters.flatMap(alternativesOf);
  let product: readonly Conjunction[] = [[]];
  for (const filter of where.filters) {
    const each = alternativesOf(filter);
    if (product.length * each.length > MAX_ALTERNATIVES) return [];
    product = product.flatMap((left) => each.map((right) => [...left, ...right]));
  }
  return product;
}

function needsOf(
  query: Query,
  collectionGroup: string,
  filters: Conjunction,
  { aggregated = [] }: IndexUse,
): IndexNeeds {
  const equal = new Map<string, EqualField>();
  const constant = new Set<string>();
  for (const { path, operator } of filters) {
    const isArray = operator === 'array-contains' || operator === 'array-contains-any';
    if (!isArray && !isEquality(operator)) continue;
    const field = { path: formatFieldPath(path), isArray };
    equal.set(keyOf(field), field);
    if (!isArray) constant.add(field.path);
  }
  const sorted: IndexField[] = [];
  let nameMode: Index['nameMode'] = 'ASCENDING';
  for (const { path, direction } of query.orderBy) {
    const mode = direction === 'desc' ? 'DESCENDING' : 'ASCENDING';
    if (isNamePath(path)) nameMode = mode;
    else if (!constant.has(formatFieldPath(path))) sorted.push({ path: formatFieldPath(path), mode });
  }
  const covered = new Set([...constant, ...sorted.map(({ path }) => path)]);
  const others = new Set(aggregated.map(formatFieldPath));
  for (const path of covered) others.delete(path);
  return {
    collectionGroup,
    scope: query.allDescendants ? 'COLLECTION_GROUP' : 'COLLECTION',
    equal: [...equal.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
    sorted,
    nameMode: others.size > 0 ? null : nameMode,
    aggregated: [...others],
  };
}

function isEquality(operator: FieldFilter['operator']): boolean {
  return operator === '==' || operator === 'in';
}

export function keyOf({ path, isArray }: EqualField): string {
  return isArray ? `contains ${path}` : path;
}
