import type { Document } from '#firestore/model/document.ts';
import type { Timestamp } from '#firestore/model/value.ts';

/** The new version of a document in a commit. Null if the commit deleted it. */
export interface RecordedChange {
  /** projects/{p}/databases/{d}/documents/{path} */
  readonly name: string;
  readonly after: Document | null;
}

/**
 * One commit in the journal. It has complete documents, not differences, so replaying a record twice has no effect. So a
 * snapshot can be written during further commits.
 */
export interface CommitRecord {
  /** projects/{p}/databases/{d} */
  readonly database: string;
  readonly commitTime: Timestamp;
  readonly changes: readonly RecordedChange[];
  /** Whether the commit deleted all other documents of the database, as in the emulator's "clear" call. */
  readonly clears?: boolean;
}
