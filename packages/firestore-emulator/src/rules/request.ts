import type { Order } from '#firestore/query/query.ts';
import type { Filter } from '#firestore/query/filter.ts';
import type { Auth } from '#firestore/api/service.ts';
import type { Document } from '#firestore/model/document.ts';
import type { Timestamp } from '#firestore/model/value.ts';

export type RuleMethod = 'get' | 'list' | 'create' | 'update' | 'delete';

/** One operation on one document, or one query, for the rules to judge. */
export interface RuleRequest {
  readonly method: RuleMethod;
  /** The database's id: `(default)`. */
  readonly database: string;
  /** The document's path in segments; for `list` the collection's, or the document's whose collections are all meant. */
  readonly path: readonly string[];
  /** `list` only: every collection with the last segment's id, at any depth below the segments before it. */
  readonly allDescendants?: boolean;
  readonly auth: Auth | null;
  readonly time: Timestamp;
  /** The document as it is; null where there is none, and for `list`. */
  readonly resource: Document | null;
  /** The document as it would be; null for reads and deletes. */
  readonly requestResource: Document | null;
  /** `list` only. */
  readonly query?: RuleQuery;
}

/** What a query says of the documents that it can return; as query/query.ts checked it. */
export interface RuleQuery {
  readonly limit: number | null;
  readonly offset: number | null;
  readonly orderBy: readonly Order[];
  readonly where: Filter | null;
}

/** The documents that get(), exists(), getAfter() and existsAfter() look at, by path in segments. */
export interface DocumentAccess {
  get(path: readonly string[]): Document | null;
  /** The document as the whole commit would leave it; the same as get for reads. */
  getAfter(path: readonly string[]): Document | null;
}

/** `reads` are the paths of the documents that the rules looked at, joined by slashes. */
export type Decision =
  | { readonly allowed: true; readonly reads: readonly string[] }
  | { readonly allowed: false; readonly reason: string; readonly reads: readonly string[] };
