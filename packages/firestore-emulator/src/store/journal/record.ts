import type { Document } from '#firestore/model/document.ts';
import type { Timestamp } from '#firestore/model/value.ts';

/** What one commit made of one document: its whole new state, or null when it is gone. */
export interface RecordedChange {
  /** projects/{p}/databases/{d}/documents/{path} */
  readonly name: string;
  readonly after: Document | null;
}

/**
 * One commit as the journal keeps it. Whole states and no differences: replaying a record over a state that already
 * holds it changes nothing, which is what lets a snapshot be written while commits go on.
 */
export interface CommitRecord {
  /** projects/{p}/databases/{d} */
  readonly database: string;
  readonly commitTime: Timestamp;
  readonly changes: readonly RecordedChange[];
  /** The database was emptied before the changes were applied (the emulator's "clear" call). */
  readonly clears?: boolean;
}
