import type { FieldPath } from '#firestore/model/field-path.ts';
import type { Order } from '#firestore/query/query.ts';
import type { Filter } from '#firestore/query/filter.ts';
import type { Auth } from '#firestore/api/service.ts';
import type { Document } from '#firestore/model/document.ts';
import type { Timestamp } from '#firestore/model/value.ts';

export type RuleMethod = 'get' | 'list' | 'create' | 'update' | 'delete';

/** One operation on one document, or one query, that the rules allow or deny. */
export interface RuleRequest {
  readonly method: RuleMethod;
  /** The database ID, such as `(default)`. */
  readonly database: string;
  /**
   * The segments of the document's path. For `list`, the path of the collection, or of a document if the query selects all
   * collections below it.
   */
  readonly path: readonly string[];
  /** Only for `list`: selects every collection with the ID in the last segment, at any depth below the other segments. */
  readonly allDescendants?: boolean;
  readonly auth: Auth | null;
  readonly time: Timestamp;
  /** The stored document. Null if it doesn't exist, and for `list`. */
  readonly resource: Document | null;
  /** The document after the write. Null for reads and deletes. */
  readonly requestResource: Document | null;
  /** The fields that a write names. Null for a delete and for a write of the whole document. */
  readonly writeFields?: readonly FieldPath[] | null;
  /** Only for `list`. */
  readonly query?: RuleQuery;
}

/** The parts of a parsed query that `request.query` and the proofs use. */
export interface RuleQuery {
  readonly limit: number | null;
  readonly offset: number | null;
  readonly orderBy: readonly Order[];
  /** How many of the first orders the client sent. By default all. Rules do not see the others. */
  readonly explicitOrders?: number;
  readonly where: Filter | null;
}

/** Provides the documents for get(), exists(), getAfter() and existsAfter(). A path is a list of segments. */
export interface DocumentAccess {
  get(path: readonly string[]): Document | null;
  /** The document after the whole commit. Undefined if the request does not write it. */
  getAfter(path: readonly string[]): Document | null | undefined;
}

/** `reads` has the paths of the documents that the rules read, joined by slashes. */
export type Decision =
  | { readonly allowed: true; readonly reads: readonly string[] }
  | { readonly allowed: false; readonly reason: string; readonly reads: readonly string[] };
