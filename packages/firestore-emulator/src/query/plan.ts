import type { Axis, Bounds } from '#firestore/query/axis.ts';
import { boundByCursor, boundByFilter, nameAxis, valueAxis } from '#firestore/query/axis.ts';
import type { FieldPath } from '#firestore/model/field-path.ts';
import { formatFieldPath, isNamePath, NAME_FIELD } from '#firestore/model/field-path.ts';
import { isFindable } from '#firestore/query/filter.ts';
import type { Query } from '#firestore/query/query.ts';
import type { FieldFilter, Filter } from '#firestore/query/filter.ts';
import type { Source } from '#firestore/query/source.ts';
import { rangeOf, unionOf } from '#firestore/query/source.ts';
import type { DocumentSet } from '#firestore/store/document-set.ts';
import type { Entry } from '#firestore/store/entry.ts';
import type { IndexItem, IndexKind } from '#firestore/store/field-index.ts';
import { endBelow, startBelow } from '#firestore/model/name-order.ts';
import { rootOf } from '#firestore/model/names.ts';
import type { Value } from '#firestore/model/value.ts';

/** Stop the search for a cheaper source. */
export interface Thresholds {
  /** Smaller sets are scanned without an index. */
  readonly indexFrom: number;
  /** A source with at most this many candidates is used at once, before building another index. */
  readonly few: number;
}

/**
 * Chooses the cheapest source of candidates: document names, the equality or range of a field, or the order of a field.
 * `present` is false for a read in the past, since indexes have only the current values.
 */
export function planQuery(
  query: Query,
  set: DocumentSet,
  present: boolean,
  { indexFrom, few }: Thresholds,
): Source {
  const byName = nameSource(query, set);
  if (!present || set.entries.size < indexFrom || byName.count <= few) return byName;
  const conjuncts = conjunctsOf(query.where);
  const sources = [byName];
  for (const createSource of sourceFactories(query, set, conjuncts)) {
    const source = createSource();
    if (source === null) continue;
    sources.push(source);
    if (source.count <= few) return source;
  }
  return cheapest(query, sources);
}

/** Yields equality filters first. They are often selective, and then the query needs no other index. */
function* sourceFactories(
  query: Query,
  set: DocumentSet,
  conjuncts: readonly Filter[],
): Generator<() => Source | null, void> {
  const [first] = query.orderBy;
  const ranged = new Map<string, FieldPath>();
  for (const filter of conjuncts) {
    if (filter.kind === 'field' && filter.operator === '==') yield () => filterSource(query, set, filter);
  }
  for (const filter of conjuncts) {
    if (filter.kind !== 'field' || isListed(filter)) yield () => filterSource(query, set, filter);
    else if (filter.operator !== '==') ranged.set(formatFieldPath(filter.path), filter.path);
  }
  if (first !== undefined) ranged.set(formatFieldPath(first.path), first.path);
  ranged.delete(NAME_FIELD);
  for (const path of ranged.values()) yield () => pathSource(query, set, conjuncts, path);
}

function isListed({ operator }: FieldFilter): boolean {
  return operator === 'in' || operator === 'array-contains' || operator === 'array-contains-any';
}

/** A source in query order can stop at the limit. The estimate assumes that results are spread evenly over it. */
function cheapest(query: Query, sources: readonly Source[]): Source {
  const fewest = Math.max(1, Math.min(...sources.map(({ count }) => count)));
  const maxResults = query.limit === null ? Infinity : query.limit + query.offset;
  const cost = ({ count, ordered }: Source): number =>
    ordered ? Math.min(count, maxResults * (count / fewest)) : count * Math.max(1, Math.log2(count) / 4);
  return sources.reduce((best, source) => (cost(source) < cost(best) ? source : best));
}

function conjunctsOf(where: Filter | null): readonly Filter[] {
  if (where === null) return [];
  return where.kind === 'and' ? where.filters.flatMap(conjunctsOf) : [where];
}

/** The entries below the query's parent, narrowed by filters and cursors on the document name. */
function nameSource(query: Query, set: DocumentSet): Source {
  const bounds: Bounds<Entry> = { from: [], to: [] };
  if (query.allDescendants && query.parent !== rootOf(query.database)) {
    const [start, end] = [startBelow(query.parent), endBelow(query.parent)];
    bounds.from.push((entry) => start(entry.name));
    bounds.to.push((entry) => end(entry.name));
  }
  for (const filter of conjunctsOf(query.where)) {
    if (filter.kind === 'field' && isNamePath(filter.path)) boundByFilter(bounds, nameAxis, filter);
  }
  const ordered = query.orderBy.length === 1;
  const descending = query.orderBy[0]?.direction === 'desc';
  if (ordered) boundByCursors(query, bounds, nameAxis);
  return rangeOf(set.entries, bounds, (entry) => entry, { ordered, descending });
}

function boundByCursors<Item>(
  { orderBy, startAt, endAt }: Query,
  bounds: Bounds<Item>,
  axis: Axis<Item>,
): void {
  const ascending = orderBy[0]?.direction !== 'desc';
  if (startAt !== null) {
    boundByCursor(bounds, axis, startAt.values, ascending ? 'from' : 'to', !startAt.before);
  }
  if (endAt !== null) boundByCursor(bounds, axis, endAt.values, ascending ? 'to' : 'from', endAt.before);
}

/** The index of one field, narrowed by all filters on the field, and by cursors if it is the first order. */
function pathSource(query: Query, set: DocumentSet, conjuncts: readonly Filter[], path: FieldPath): Source {
  const bounds: Bounds<IndexItem> = { from: [], to: [] };
  const key = formatFieldPath(path);
  for (const filter of conjuncts) {
    if (filter.kind === 'field' && formatFieldPath(filter.path) === key)
      boundByFilter(bounds, valueAxis, filter);
  }
  const [first, second] = query.orderBy;
  const isFirst = first !== undefined && formatFieldPath(first.path) === key;
  if (isFirst) boundByCursors(query, bounds, valueAxis);
  const ordered = isFirst && query.orderBy.length === 2 && first.direction === second?.direction;
  return indexRange(set, path, 'value', bounds, ordered, first?.direction === 'desc');
}

/** The entries that one filter matches, or null if no index supports the filter. */
function filterSource(query: Query, set: DocumentSet, filter: Filter): Source | null {
  return filter.kind === 'field'
    ? fieldSource(query, set, filter)
    : compositeSource(
        filter.kind,
        filter.filters.map((part) => filterSource(query, set, part)),
      );
}

function compositeSource(kind: 'and' | 'or', parts: readonly (Source | null)[]): Source | null {
  const sources = parts.filter((part) => part !== null);
  if (kind === 'or') return sources.length === parts.length ? unionOf(sources) : null;
  const [first, ...rest] = sources;
  if (first === undefined) return null;
  return rest.reduce((best, source) => (source.count < best.count ? source : best), first);
}

function fieldSource(query: Query, set: DocumentSet, filter: FieldFilter): Source | null {
  switch (filter.operator) {
    case '==':
      return equalSource(query, set, filter.path, 'value', filter.value);
    case 'array-contains':
      return equalSource(query, set, filter.path, 'elements', filter.value);
    case 'in':
      return unionOf(operandsOf(filter).map((value) => equalSource(query, set, filter.path, 'value', value)));
    case 'array-contains-any':
      return unionOf(
        operandsOf(filter).map((value) => equalSource(query, set, filter.path, 'elements', value)),
      );
    case '<':
    case '<=':
    case '>':
    case '>=':
      return isNamePath(filter.path) ? null : pathSource(query, set, [filter], filter.path);
    case '!=':
    case 'not-in':
      return null;
  }
}

function operandsOf({ value }: FieldFilter): readonly Value[] {
  return Array.isArray(value) ? value.filter(isFindable) : [];
}

/** The entries with one value. An index sorts equal values by document name. */
function equalSource(query: Query, set: DocumentSet, path: FieldPath, kind: IndexKind, value: Value): Source {
  const filter: FieldFilter = { kind: 'field', path, operator: '==', value };
  const descending = query.orderBy[0]?.direction === 'desc';
  const ordered = query.orderBy.length === 1;
  if (isNamePath(path)) {
    const names: Bounds<Entry> = { from: [], to: [] };
    boundByFilter(names, nameAxis, filter);
    return rangeOf(set.entries, names, (entry) => entry, { ordered, descending });
  }
  const bounds: Bounds<IndexItem> = { from: [], to: [] };
  boundByFilter(bounds, valueAxis, filter);
  return indexRange(set, path, kind, bounds, ordered, descending);
}

function indexRange(
  set: DocumentSet,
  path: FieldPath,
  kind: IndexKind,
  bounds: Bounds<IndexItem>,
  ordered: boolean,
  descending: boolean,
): Source {
  return rangeOf(set.index(path, kind).items, bounds, ({ entry }) => entry, { ordered, descending });
}
