import type { Document } from '#firestore/model/document.ts';
import type { CommitRecord } from '#firestore/store/journal/record.ts';
import type { Timestamp } from '#firestore/model/value.ts';

/** What the store needs of a journal: a commit is acknowledged, and shown to anyone, only after append resolves. */
export interface Journal {
  /**
   * Resolves when the record is with the operating system, and records are written in the order of the calls. Many
   * calls of one turn share a write. Rejects with UNAVAILABLE when the record could not be written; it then counts as
   * never made. The store applies a record as soon as its append resolves, without waiting for anything else.
   */
  append(record: CommitRecord): Promise<void>;
}

/** The state that a journal makes durable, as the journal sees it. */
export interface JournalledState {
  /** A document of the snapshot, before any record is replayed. */
  restore(document: Document): void;
  /** A record of the log; it may already be part of what was restored. */
  replay(record: CommitRecord): void;
  /** Everything is there. There were commits up to this time, perhaps of documents that are gone without a trace. */
  resume(latest: Timestamp): void;
  /** The latest version of every document of every database. The journal reads it to the end over many turns, so later
   * commits must not disturb it: hand out a copy of the list. */
  documents(): Iterable<Document>;
}

/** For a server without a data directory: everything is lost with the process. */
export const memoryJournal: Journal = { append: () => Promise.resolve() };
