import { StatusError } from '#firestore/api/status.ts';
import type { Document } from '#firestore/model/document.ts';
import { compareTimestamps, microsOf } from '#firestore/model/timestamp.ts';
import type { Write } from '#firestore/model/write.ts';

/** Returns the error if the current document does not meet the precondition of a write, and null otherwise. */
export function checkPrecondition(
  { kind, name, precondition }: Write,
  current: Document | null,
  deletedInCommit: boolean,
): StatusError | null {
  if (precondition === null) return null;
  if (precondition.kind === 'exists') {
    if (precondition.exists === (current !== null)) return null;
    if (current !== null) return new StatusError('ALREADY_EXISTS', `Document already exists: ${name}`);
    if (deletedInCommit && kind === 'update') {
      return new StatusError(
        'INVALID_ARGUMENT',
        `Cannot update a document deleted by the same commit: ${name}`,
      );
    }
    return new StatusError('NOT_FOUND', `No document to update: ${name}`);
  }
  const required = precondition.updateTime;
  if (current !== null && compareTimestamps(current.updateTime, required) === 0) return null;
  const stored = current === null ? 0 : microsOf(current.updateTime);
  return new StatusError(
    'FAILED_PRECONDITION',
    `The stored version of ${name} (${stored}) does not match the required base version (${microsOf(required)}).`,
  );
}
