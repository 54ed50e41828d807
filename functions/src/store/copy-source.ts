import type { LibraryCollection } from '@foldmark/library/entities/collections';
import type { Micros } from '@foldmark/library/entities/records';

import type { StoredSnapshot } from '#functions/store/read-library.ts';

/** The caller has the documents of a collection up to here, in the order of timestamp and id. */
export interface Position {
  readonly at: Micros;
  /** Empty if the caller has all documents with this timestamp. */
  readonly id: string;
  /** The begin of the last full page of this round, and of the one before. */
  readonly page: Micros;
  readonly pageBefore: Micros;
}

/** A document that a query has found. */
export interface NewerDocument {
  readonly id: string;
  readonly at: Micros;
  /** Null if the document does not match the contract. */
  readonly row: readonly unknown[] | null;
}

export interface NewerDocuments {
  readonly documents: readonly NewerDocument[];
  /** The time of the read. */
  readonly readAt: Micros;
}

/** Reads the library of one user for a copy. */
export interface CopySource {
  /** The first documents after a position, with tombstones, in the order of timestamp and id. */
  newer(collection: LibraryCollection, after: Position, limit: number): Promise<NewerDocuments>;
  /** The stored snapshot. Null if there is none, or if it can't be used. `at`: its timestamp, if an earlier page came from it. */
  snapshot(at: Micros | null): Promise<StoredSnapshot | null>;
}
