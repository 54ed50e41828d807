import type { Document } from '#firestore/model/document.ts';
import type { DocumentSet } from '#firestore/store/document-set.ts';
import type { JournalledState } from '#firestore/store/journal/journal.ts';
import type { RecordedChange } from '#firestore/store/journal/record.ts';
import type { SortedList } from '#firestore/store/sorted-list.ts';
import type { Transaction } from '#firestore/store/transaction.ts';
import type { Timestamp } from '#firestore/model/value.ts';
import type { Change, IntendedChange, Write, WriteResult } from '#firestore/model/write.ts';

/** Every database of every project: a database comes into being at first use. */
export interface Store extends JournalledState {
  /**
   * The present: everything committed up to here can be read, and no later commit will carry this time or an earlier
   * one. A listener that has seen this moment has missed nothing before it.
   */
  readTime(): Timestamp;
  /** Refuses a read time that lies in the future (INVALID_ARGUMENT) or too far back (FAILED_PRECONDITION). */
  checkReadTime(database: string, time: Timestamp): void;
  read(name: string, at?: Timestamp): Document | null;
  /** What query plans work on. */
  readonly sets: DocumentSets;

  /** All of the writes or none; resolves when the commit is durable and has been shown to the listeners. */
  commit(database: string, writes: readonly Write[], options?: CommitOptions): Promise<CommitOutcome>;
  beginTransaction(database: string, options?: TransactionOptions): Transaction;
  /** The open transaction with this id; INVALID_ARGUMENT where it has ended or never was. */
  transaction(database: string, id: Uint8Array): Transaction;

  /** Called in the order of the commits, before the commit is acknowledged; returns how to stop. */
  onCommit(listener: (event: CommitEvent) => void): () => void;
  /** What became of each document changed after a time (once per document); null when that is no longer known. */
  changesSince(database: string, time: Timestamp): Iterable<Change> | null;

  /**
   * Puts whole documents in place in one commit: imports. They are made when the commit's time is known. With `clears`
   * the database is emptied first. Ends the transactions that are open on the database.
   */
  load(
    database: string,
    make: (commitTime: Timestamp) => readonly RecordedChange[],
    clears?: boolean,
  ): Promise<Timestamp>;
  clear(database: string): Promise<void>;
  /** The databases of a project that hold documents. */
  databases(project: string): readonly string[];
  close(): void;
}

export interface CommitOptions {
  readonly transaction?: Transaction;
  /** Sees what the commit would do, with the time that request.time and server timestamps have; throws to refuse. */
  readonly authorize?: (changes: readonly IntendedChange[], time: Timestamp) => void;
}

export interface CommitOutcome {
  readonly commitTime: Timestamp;
  /** One for each write. */
  readonly results: readonly WriteResult[];
  /** One for each document, also where nothing changed. */
  readonly changes: readonly IntendedChange[];
}

export interface CommitEvent {
  readonly database: string;
  readonly commitTime: Timestamp;
  readonly changes: readonly Change[];
}

export interface TransactionOptions {
  readonly readOnly?: boolean;
  /** For read-only transactions; the present otherwise. */
  readonly readTime?: Timestamp;
}

/** Documents by where they are, each with its sorted names and lazily built field indexes. */
export interface DocumentSets {
  /** Whether the database at that time is the database now, so that indexes (which know the latest only) serve. */
  isPresent(database: string, at: Timestamp | undefined): boolean;
  /** By the collection's full path. */
  collection(path: string): DocumentSet | null;
  collectionGroup(database: string, collectionId: string): DocumentSet | null;
  everything(database: string): DocumentSet | null;
  /** The paths of the collections at any depth below a document or the root; some may hold no document any more. */
  collectionPaths(database: string): SortedList<string> | null;
}
