import type { FieldPath } from '#firestore/model/field-path.ts';
import { formatFieldPath, isNamePath, NAME_FIELD, parseFieldPath } from '#firestore/model/field-path.ts';
import {
  checkDatabases,
  checkKindless,
  checkParts,
  hasNameEquality,
  needsIndex,
} from '#firestore/query/check-filter.ts';
import { parseFilter } from '#firestore/query/parse-filter.ts';
import type { Cursor, Order, Query, Scope } from '#firestore/query/query.ts';
import { isFindable, type FieldFilter, type Filter } from '#firestore/query/filter.ts';
import { isArray } from '#firestore/model/value-order.ts';
import { StatusError } from '#firestore/api/status.ts';
import { checkCollectionId, checkParentName, databaseOf, rootOf } from '#firestore/model/names.ts';
import { compareUtf8 } from '#firestore/model/utf8-order.ts';
import { Reference } from '#firestore/model/value.ts';
import { enumName } from '#firestore/protobuf/enum-name.ts';
import type { google } from '#firestore/api/proto.ts';
import { decodeElements } from '#firestore/protobuf/values.ts';

type ProtoQuery = google.firestore.v1.IStructuredQuery;

const DIRECTIONS = ['DIRECTION_UNSPECIFIED', 'ASCENDING', 'DESCENDING'];
/** https://firebase.google.com/docs/firestore/query-data/multiple-range-fields#limitations */
const MAX_INEQUALITIES = 10;
const INEQUALITIES: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '!=', 'not-in']);

/** Parses a client's structured query. Throws INVALID_ARGUMENT for a query that Firestore would refuse. */
export function parseQuery(parent: string | null | undefined, proto: ProtoQuery | null | undefined): Query {
  if (!proto) throw invalid('The request has no structured query.');
  if (proto.findNearest) throw new StatusError('UNIMPLEMENTED', 'Vector search is not supported.');
  const where = proto.where ? parseFilter(proto.where) : null;
  const explicit = (proto.orderBy ?? []).map(parseOrder);
  const orderBy = completeOrder(explicit, where);
  const scope = parseScope(parent, proto.from ?? []);
  checkParts(where, explicit.length, scope.parent !== rootOf(scope.database));
  if (where !== null) checkDatabases(where, scope.database);
  if (scope.collectionId === null) checkKindless(where);
  checkNameOrder(scope, where, orderBy);
  checkGroupParent(scope, where, orderBy);
  return {
    ...scope,
    where,
    orderBy,
    explicitOrders: explicit.length,
    startAt: parseCursor(proto.startAt, explicit, scope.database),
    endAt: parseCursor(proto.endAt, explicit, scope.database),
    limit: parseLimit(proto.limit),
    offset: parseCount(proto.offset ?? 0, 'offset'),
    select: parseProjection(proto.select),
  };
}

function parseScope(
  parent: string | null | undefined,
  from: readonly google.firestore.v1.StructuredQuery.ICollectionSelector[],
): Scope {
  const name = checkParentName(parent);
  if (from.length > 1) throw invalid('A query can have only one collection selector.');
  const [selector] = from;
  const collectionId = selector?.collectionId ?? '';
  return {
    database: databaseOf(name),
    parent: name,
    collectionId: collectionId === '' ? null : checkCollectionId(collectionId),
    allDescendants: selector?.allDescendants ?? false,
  };
}

function parseOrder({ field, direction }: google.firestore.v1.StructuredQuery.IOrder): Order {
  const name = enumName(direction ?? 0, DIRECTIONS);
  if (name === undefined) throw invalid('The direction of an order is unknown.');
  return { path: parseFieldPath(field?.fieldPath ?? ''), direction: name === 'DESCENDING' ? 'desc' : 'asc' };
}

/** Adds the implicit orders: the fields of inequalities, sorted by path, and the document name at the end. */
function completeOrder(explicit: readonly Order[], where: Filter | null): Order[] {
  const inequalities = new Map<string, FieldPath>();
  if (where !== null) collectInequalities(where, inequalities);
  checkInequalities(where, inequalities);
  const orders = [...explicit];
  const direction = explicit.at(-1)?.direction ?? 'asc';
  const ordered = new Set(orders.map(({ path }) => formatFieldPath(path)));
  if (ordered.size < orders.length) throw invalid('The order by clause names a field twice.');
  for (const path of [...inequalities.values()].sort(comparePaths)) {
    if (!isNamePath(path) && !ordered.has(formatFieldPath(path))) orders.push({ path, direction });
  }
  const name = orders.findIndex(({ path }) => isNamePath(path));
  if (name !== -1 && name < orders.length - 1) {
    throw invalid('The order by clause cannot contain more fields after the key.');
  }
  if (name === -1) orders.push({ path: [NAME_FIELD], direction });
  return orders;
}

function collectInequalities(filter: Filter, into: Map<string, FieldPath>): void {
  if (filter.kind !== 'field') for (const inner of filter.filters) collectInequalities(inner, into);
  else if (INEQUALITIES.has(filter.operator) && !matchesNothing(filter))
    into.set(formatFieldPath(filter.path), filter.path);
}

/** A range that ends at null or NaN is empty, so it needs no order. So is `not-in` with null and no other value. */
function matchesNothing({ operator, value }: FieldFilter): boolean {
  if (operator === 'not-in') return isArray(value) && value.every((item) => item === null);
  return operator !== '!=' && !isFindable(value);
}

function checkInequalities(where: Filter | null, inequalities: ReadonlyMap<string, FieldPath>): void {
  if (inequalities.size > MAX_INEQUALITIES) {
    throw invalid(
      `The query contains ${inequalities.size} distinct inequality fields: [${[...inequalities.keys()].join(', ')}]. ` +
        `A query may not have more than ${MAX_INEQUALITIES} distinct inequality fields.`,
    );
  }
  if (where === null || inequalities.size === 0 || inequalities.has(NAME_FIELD)) return;
  if (hasNameEquality(where)) {
    throw invalid(
      'Equality on key is not allowed if there are other inequality fields and key does not appear in inequalities.',
    );
  }
}

/**
 * Firestore can't scan documents by name in descending order. With a filter on a field it scans an index instead. See
 * https://github.com/firebase/flutterfire/issues/4398
 */
function checkNameOrder({ collectionId }: Scope, where: Filter | null, [first]: readonly Order[]): void {
  const byName = first !== undefined && isNamePath(first.path);
  if (collectionId === null && !(byName && first.direction === 'asc')) {
    throw invalid('kind is required for all orders except __key__ ascending');
  }
  if (!byName || first.direction === 'asc' || needsIndex(where)) return;
  throw new StatusError('FAILED_PRECONDITION', 'Firestore does not support descending key scans');
}

/** The index of a collection group is one of the whole database. Only a scan of documents by name can start below one. */
function checkGroupParent(scope: Scope, where: Filter | null, orderBy: readonly Order[]): void {
  if (scope.collectionId === null || !scope.allDescendants || scope.parent === rootOf(scope.database)) return;
  if (orderBy.length > 1 || needsIndex(where)) {
    throw invalid('collection group queries are only allowed at the root parent');
  }
}

function comparePaths(a: FieldPath, b: FieldPath): number {
  for (const [index, segment] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    const order = compareUtf8(segment, other);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function parseCursor(
  cursor: google.firestore.v1.ICursor | null | undefined,
  explicit: readonly Order[],
  database: string,
): Cursor | null {
  if (!cursor) return null;
  const values = decodeElements({ values: cursor.values ?? [] });
  if (values.length > explicit.length) throw invalid('Cursor has too many values.');
  for (const [index, value] of values.entries()) {
    if (!isNamePath(explicit[index]?.path ?? [])) continue;
    if (!(value instanceof Reference)) throw invalid('Cursor __key__ value is not a document reference.');
    if (databaseOf(value.name) !== database) {
      throw invalid('The cursor key is in a different database than the query');
    }
  }
  return { values, before: cursor.before ?? false };
}

function parseLimit(limit: google.protobuf.IInt32Value | null | undefined): number | null {
  return limit ? parseCount(limit.value ?? 0, 'limit') : null;
}

function parseCount(count: number, name: string): number {
  if (Number.isInteger(count) && count >= 0) return count;
  throw invalid(`The ${name} of a query must not be negative.`);
}

function parseProjection(
  select: google.firestore.v1.StructuredQuery.IProjection | null | undefined,
): readonly FieldPath[] | null {
  const fields = select?.fields ?? [];
  return fields.length === 0 ? null : fields.map(({ fieldPath }) => parseFieldPath(fieldPath ?? ''));
}

function invalid(message: string): StatusError {
  return new StatusError('INVALID_ARGUMENT', message);
}
