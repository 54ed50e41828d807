import { StatusError } from '#firestore/api/status.ts';
import type { Document } from '#firestore/model/document.ts';
import { compareTimestamps, microsOf } from '#firestore/model/timestamp.ts';
import type { Write } from '#firestore/model/write.ts';

/** A document in a commit. */
interface Versions {
  /** Before the commit. */
  readonly before: Document | null;
  /** After the commit's earlier writes. */
  readonly after: Document | null;
  /** Whether an earlier write deleted it. */
  readonly deleted: boolean;
}

/**
 * Returns the error if the document does not meet the precondition of a write, and null otherwise. An update time is that
 * of the document before the commit, so several writes of a commit can have it.
 */
export function checkPrecondition(
  { kind, name, precondition }: Write,
  { before, after, deleted }: Versions,
): StatusError | null {
  if (precondition === null) return null;
  if (precondition.kind === 'exists') {
    if (precondition.exists === (after !== null)) return null;
    if (after !== null) return new StatusError('ALREADY_EXISTS', `Document already exists: ${name}`);
    if (deleted && kind === 'update') {
      return new StatusError(
        'INVALID_ARGUMENT',
        `Cannot update a document deleted by the same commit: ${name}`,
      );
    }
    return new StatusError('NOT_FOUND', `No document to update: ${name}`);
  }
  const required = precondition.updateTime;
  if (before !== null && compareTimestamps(before.updateTime, required) === 0) return null;
  if (before !== null && compareTimestamps(before.updateTime, required) < 0) {
    return new StatusError(
      'INVALID_ARGUMENT',
      `Invalid base version, it is greater than the stored version: ${name}`,
    );
  }
  const stored = before === null ? 0 : microsOf(before.updateTime);
  return new StatusError(
    'FAILED_PRECONDITION',
    `The stored version of ${name} (${stored}) does not match the required base version (${microsOf(required)}).`,
  );
}
