import type { Document } from '#firestore/model/document.ts';
import type { DocumentSet } from '#firestore/store/document-set.ts';
import type { JournalledState } from '#firestore/store/journal/journal.ts';
import type { RecordedChange } from '#firestore/store/journal/record.ts';
import type { SortedList } from '#firestore/store/sorted-list.ts';
import type { Transaction } from '#firestore/store/transaction.ts';
import type { Timestamp } from '#firestore/model/value.ts';
import type { Change, IntendedChange, Write, WriteResult } from '#firestore/model/write.ts';

/** All databases of all projects. The first use creates a database. */
export interface Store extends JournalledState {
  /**
   * The current read time. All commits up to it can be read, and all later commits have a later time. So a listener that
   * has reached this time has missed no earlier commit.
   */
  readTime(): Timestamp;
  /** Throws INVALID_ARGUMENT for a read time in the future, and FAILED_PRECONDITION for one that is too old. */
  checkReadTime(database: string, time: Timestamp): void;
  read(name: string, at?: Timestamp): Document | null;
  /** The sets of documents that query plans use. */
  readonly sets: DocumentSets;

  /** Commits the writes atomically. Resolves when the commit is durable and the listeners were notified. */
  commit(database: string, writes: readonly Write[], options?: CommitOptions): Promise<CommitOutcome>;
  beginTransaction(database: string, options?: TransactionOptions): Transaction;
  /** Returns the open transaction with this ID. Throws INVALID_ARGUMENT if it has ended or never existed. */
  transaction(database: string, id: Uint8Array): Transaction;

  /** Calls the listener in commit order, before each commit is acknowledged. Returns a function that removes it. */
  onCommit(listener: (event: CommitEvent) => void): () => void;
  /** Returns one change for each document changed after a time, or null if the history doesn't go back that far. */
  changesSince(database: string, time: Timestamp): Iterable<Change> | null;

  /**
   * Imports documents in one commit. `createChanges` gets the commit time. With `clears`, it deletes all other documents.
   * Ends the open transactions of the database.
   */
  load(
    database: string,
    createChanges: (commitTime: Timestamp) => readonly RecordedChange[],
    clears?: boolean,
  ): Promise<Timestamp>;
  clear(database: string): Promise<void>;
  /** The non-empty databases of a project, or of all projects. */
  databases(project: string | null): readonly string[];
  close(): void;
}

export interface CommitOptions {
  readonly transaction?: Transaction;
  /** Gets the changes before they apply, with the time for request.time and server timestamps. Throws to deny them. */
  readonly authorize?: (changes: readonly IntendedChange[], time: Timestamp) => void;
}

export interface CommitOutcome {
  readonly commitTime: Timestamp;
  /** One for each write. */
  readonly results: readonly WriteResult[];
  /** One for each document, including unchanged ones. */
  readonly changes: readonly IntendedChange[];
}

export interface CommitEvent {
  readonly database: string;
  readonly commitTime: Timestamp;
  readonly changes: readonly Change[];
}

export interface TransactionOptions {
  readonly readOnly?: boolean;
  /** Only for read-only transactions. The default is the current time. */
  readonly readTime?: Timestamp;
  /** The id of the transaction that a read-write transaction repeats. */
  readonly retried?: Uint8Array;
}

/** Sets of documents by location, each with sorted names and lazily built field indexes. */
export interface DocumentSets {
  /** Whether the database is unchanged since that time. Only then can a query use indexes, which have current values. */
  isPresent(database: string, at: Timestamp | undefined): boolean;
  /** Takes the full path of a collection. */
  collection(path: string): DocumentSet | null;
  collectionGroup(database: string, collectionId: string): DocumentSet | null;
  everything(database: string): DocumentSet | null;
  /** The paths of all collections of a database. Some may have no document anymore. */
  collectionPaths(database: string): SortedList<string> | null;
}
