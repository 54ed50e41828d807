import type { FieldPath } from '#firestore/model/field-path.ts';
import { fieldAt, isNamePath } from '#firestore/model/field-path.ts';
import { type Filter, matchesFilter } from '#firestore/query/filter.ts';
import { compareValues } from '#firestore/model/value-order.ts';
import type { Document } from '#firestore/model/document.ts';
import { compareNames } from '#firestore/model/name-order.ts';
import { lastSegment, parentOf } from '#firestore/model/names.ts';
import type { Value } from '#firestore/model/value.ts';
import { Reference } from '#firestore/model/value.ts';

/** IS_NULL and IS_NAN are `==` with null and NaN, their opposites `!=`. The name is compared with a Reference. */
export interface Order {
  readonly path: FieldPath;
  readonly direction: 'asc' | 'desc';
}

/** A position in the query's order, given by the values of its first fields. */
export interface Cursor {
  readonly values: readonly Value[];
  /** Just before what compares equal to the values, or just after it. */
  readonly before: boolean;
}

/** Where a query looks. */
export interface Scope {
  /** projects/{p}/databases/{d} */
  readonly database: string;
  /** The document, or the root (`{database}/documents`), below which it looks. */
  readonly parent: string;
  /** Null for documents of every collection. */
  readonly collectionId: string | null;
  /** At any depth below the parent, and not only in its own collections. */
  readonly allDescendants: boolean;
}

/** A checked query; made by parseQuery and never changed. */
export interface Query extends Scope {
  readonly where: Filter | null;
  /** With the implicit orders, so that `__name__` is always last. */
  readonly orderBy: readonly Order[];
  readonly startAt: Cursor | null;
  readonly endAt: Cursor | null;
  readonly limit: number | null;
  readonly offset: number;
  /** The fields to answer with; null for all of them. `[['__name__']]` answers with no field. */
  readonly select: readonly FieldPath[] | null;
}

export function inScope(scope: Scope, name: string): boolean {
  const collection = parentOf(name);
  if (scope.allDescendants ? !name.startsWith(`${scope.parent}/`) : parentOf(collection) !== scope.parent) {
    return false;
  }
  return scope.collectionId === null || lastSegment(collection) === scope.collectionId;
}

/** Whether a document is among the query's results, limit and offset aside. */
export function matches(query: Query, document: Document): boolean {
  return inScope(query, document.name) && matchesFields(query, document);
}

/** The same for a document that is known to be where the query looks. */
export function matchesFields(query: Query, document: Document): boolean {
  for (const { path } of query.orderBy) if (orderValue(document, path) === undefined) return false;
  if (query.where !== null && !matchesFilter(query.where, document)) return false;
  return (
    (query.startAt === null || compareToCursor(query, document, query.startAt) >= 0) &&
    (query.endAt === null || compareToCursor(query, document, query.endAt) < 0)
  );
}

/** The query's total order. Two documents are equal only where they have the same name. */
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
  return compareValues(a, b);
}

/** Negative for a document before the cursor's position, positive for one after it: it is never on it. */
function compareToCursor(query: Query, document: Document, cursor: Cursor): number {
  for (const [index, value] of cursor.values.entries()) {
    const order = query.orderBy[index];
    if (order === undefined) break;
    const own = orderValue(document, order.path);
    const difference = own === undefined ? -1 : compareValues(own, value);
    if (difference !== 0) return order.direction === 'asc' ? difference : -difference;
  }
  return cursor.before ? 1 : -1;
}

function orderValue(document: Document, path: FieldPath): Value | undefined {
  return isNamePath(path) ? new Reference(document.name) : fieldAt(document.fields, path);
}
