import type { Document } from '#firestore/model/document.ts';
import type { CommitRecord } from '#firestore/store/journal/record.ts';
import type { Timestamp } from '#firestore/model/value.ts';

/** Makes commits durable. The store applies and acknowledges a commit only after `append` resolves. */
export interface Journal {
  /**
   * Resolves when the operating system has the record. Records are written in call order, and several calls of one turn
   * share a write. Rejects with UNAVAILABLE if the write failed. Then the record is not in the journal. The store must
   * apply a record as soon as its append resolves, without another await.
   */
  append(record: CommitRecord): Promise<void>;
}

/** The state that a journal recovers and takes snapshots of. The store implements it. */
export interface JournalledState {
  /** Restores a document of the snapshot. All calls come before the first `replay`. */
  restore(document: Document): void;
  /** Replays a record of the log. The snapshot may already include it. */
  replay(record: CommitRecord): void;
  /** Ends the recovery. `latest` is the time of the last commit, which may have deleted documents without a tombstone. */
  resume(latest: Timestamp): void;
  /**
   * Returns the current documents of all databases. The journal iterates over many turns, so this must be a copy that
   * later commits don't change.
   */
  documents(): Iterable<Document>;
}

/** For a server without a data directory. All data is lost when the process ends. */
export const memoryJournal: Journal = { append: () => Promise.resolve() };
