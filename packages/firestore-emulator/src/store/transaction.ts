import type { Document } from '#firestore/model/document.ts';
import type { Timestamp } from '#firestore/model/value.ts';

/** A query in a transaction. Its results must be the same at the commit. */
export interface WatchedQuery {
  run(at?: Timestamp): readonly Document[];
  /** Whether a version of a document can be a result of the query. */
  canMatch(document: Document): boolean;
}

/**
 * A read-write transaction locks every document that it reads, so the documents can't change before it commits. Other
 * transactions can still read them. A read-only transaction reads at one time and takes no locks. A failed lock ends the
 * transaction.
 */
export interface Transaction {
  readonly id: Uint8Array;
  readonly database: string;
  /** The time of all reads in a read-only transaction. Null for a read-write transaction, which reads the current state. */
  readonly readTime: Timestamp | null;
  /** Locks and reads the documents, including missing ones. */
  read(names: readonly string[]): Promise<readonly (Document | null)[]>;
  query(query: WatchedQuery): Promise<readonly Document[]>;
  rollback(): void;
}
