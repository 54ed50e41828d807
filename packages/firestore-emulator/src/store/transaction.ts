import type { Document } from '#firestore/model/document.ts';
import type { Timestamp } from '#firestore/model/value.ts';

/** A query as a transaction watches it: what it finds must still be so at the commit. */
export interface WatchedQuery {
  run(at?: Timestamp): readonly Document[];
  /** Whether a document, as it was or as it will be, can belong to what the query finds. */
  touches(document: Document): boolean;
}

/**
 * A read-write transaction locks every document it reads, so that what it read still holds when it commits; a
 * read-only one reads as of one time and locks nothing. A refused read ends it.
 */
export interface Transaction {
  readonly id: Uint8Array;
  readonly database: string;
  /** When a read-only transaction reads; null for one that may write, which reads the present. */
  readonly readTime: Timestamp | null;
  /** Locks the documents and reads them, missing ones too. */
  read(names: readonly string[]): Promise<readonly (Document | null)[]>;
  query(query: WatchedQuery): Promise<readonly Document[]>;
  rollback(): void;
}
