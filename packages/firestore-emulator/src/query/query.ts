import type { FieldPath } from '#firestore/model/field-path.ts';
import { fieldAt, isNamePath } from '#firestore/model/field-path.ts';
import { type Filter, matchesFilter } from '#firestore/query/filter.ts';
import { compareIndexed } from '#firestore/model/index-order.ts';
import type { Document } from '#firestore/model/document.ts';
import { compareNames } from '#firestore/model/name-order.ts';
import { lastSegment, parentOf } from '#firestore/model/names.ts';
import type { Value } from '#firestore/model/value.ts';
import { Reference } from '#firestore/model/value.ts';

export interface Order {
  readonly path: FieldPath;
  readonly direction: 'asc' | 'desc';
}

/** A position in the query's order. The values belong to the first orders. */
export interface Cursor {
  readonly values: readonly Value[];
  /** Whether the position is before or after the documents that equal the values. */
  readonly before: boolean;
}

/** The collections that a query searches. */
export interface Scope {
  /** projects/{p}/databases/{d} */
  readonly database: string;
  /** A document or the root (`{database}/documents`). The query searches below it. */
  readonly parent: string;
  /** Null for every collection. */
  readonly collectionId: string | null;
  /** Whether the query searches at any depth below the parent, not only in its direct collections. */
  readonly allDescendants: boolean;
}

/** A valid query, created by parseQuery. IS_NULL and IS_NAN filters have become `==` and `!=`. */
export interface Query extends Scope {
  readonly where: Filter | null;
  /** Includes the implicit orders, so `__name__` is always last. */
  readonly orderBy: readonly Order[];
  /** How many of the first orders the client sent. By default all. */
  readonly explicitOrders?: number;
  readonly startAt: Cursor | null;
  readonly endAt: Cursor | null;
  readonly limit: number | null;
  readonly offset: number;
  /** The fields of the results. Null selects all fields, and `[['__name__']]` selects none. */
  readonly select: readonly FieldPath[] | null;
}

export function inScope(scope: Scope, name: string): boolean {
  const collection = parentOf(name);
  if (scope.allDescendants ? !name.startsWith(`${scope.parent}/`) : parentOf(collection) !== scope.parent) {
    return false;
  }
  return scope.collectionId === null || lastSegment(collection) === scope.collectionId;
}

/** Whether a document is a result of the query, without limit and offset. */
export function matches(query: Query, document: Document): boolean {
  return inScope(query, document.name) && matchesFields(query, document);
}

/** Like `matches`, for a document that is known to be in the scope of the query. */
export function matchesFields(query: Query, document: Document): boolean {
  for (const { path } of query.orderBy) if (orderValue(document, path) === undefined) return false;
  if (query.where !== null && !matchesFilter(query.where, document)) return false;
  return (
    (query.startAt === null || compareToCursor(query, document, query.startAt) >= 0) &&
    (query.endAt === null || compareToCursor(query, document, query.endAt) < 0)
  );
}

/** Compares by the query's total order. Returns 0 only for the same document name. */
export function compare(query: Query, a: Document, b: Document): number {
  for (const { path, direction } of query.orderBy) {
    const order = isNamePath(path)
      ? compareNames(a.name, b.name)
      : compareOptional(fieldAt(a.fields, path), fieldAt(b.fields, path));
    if (order !== 0) return direction === 'asc' ? order : -order;
  }
  return 0;
}

function compareOptional(a: Value | undefined, b: Value | undefined): number {
  if (a === undefined || b === undefined) return Number(b === undefined) - Number(a === undefined);
  return compareIndexed(a, b);
}

/** Negative for a document before the cursor's position, positive after it. Never 0. */
function compareToCursor(query: Query, document: Document, cursor: Cursor): number {
  for (const [index, value] of cursor.values.entries()) {
    const order = query.orderBy[index];
    if (order === undefined) break;
    const own = orderValue(document, order.path);
    const difference = own === undefined ? -1 : compareIndexed(own, value);
    if (difference !== 0) return order.direction === 'asc' ? difference : -difference;
  }
  return cursor.before ? 1 : -1;
}

function orderValue(document: Document, path: FieldPath): Value | undefined {
  return isNamePath(path) ? new Reference(document.name) : fieldAt(document.fields, path);
}
