import type { FieldPath } from '#firestore/model/field-path.ts';
import type { ListenAnswer } from '#firestore/api/service.ts';
import type { StatusError } from '#firestore/api/status.ts';
import type { Document } from '#firestore/model/document.ts';
import type { Timestamp } from '#firestore/model/value.ts';
import { encodeDocument } from '#firestore/protobuf/documents.ts';
import { encodeTimestamp } from '#firestore/protobuf/values.ts';

const TARGET_CHANGE = { NO_CHANGE: 0, ADD: 1, REMOVE: 2, CURRENT: 3, RESET: 4 } as const;

/** A point in time, and the token with which a client resumes from it. */
export interface Checkpoint {
  readonly time: Timestamp;
  readonly resumeToken: Uint8Array;
}

export function targetAdded(targetId: number): ListenAnswer {
  return { targetChange: { targetChangeType: TARGET_CHANGE.ADD, targetIds: [targetId] } };
}

export function targetReset(targetId: number): ListenAnswer {
  return { targetChange: { targetChangeType: TARGET_CHANGE.RESET, targetIds: [targetId] } };
}

export function targetRemoved(targetId: number, cause?: StatusError): ListenAnswer {
  const status = cause === undefined ? {} : { cause: { code: cause.code, message: cause.message } };
  return { targetChange: { targetChangeType: TARGET_CHANGE.REMOVE, targetIds: [targetId], ...status } };
}

export function targetCurrent(targetId: number, { time, resumeToken }: Checkpoint): ListenAnswer {
  const readTime = encodeTimestamp(time);
  return {
    targetChange: { targetChangeType: TARGET_CHANGE.CURRENT, targetIds: [targetId], readTime, resumeToken },
  };
}

/**
 * Tells the client that all targets are up to date. A change without target ids applies to all of them. Only this answer
 * makes the SDKs raise a snapshot.
 */
export function consistentSnapshot({ time, resumeToken }: Checkpoint): ListenAnswer {
  const readTime = encodeTimestamp(time);
  return {
    targetChange: { targetChangeType: TARGET_CHANGE.NO_CHANGE, targetIds: [], readTime, resumeToken },
  };
}

export function documentChanged(
  document: Document,
  targetIds: number[],
  removedTargetIds: number[],
  mask: readonly FieldPath[] | null,
): ListenAnswer {
  return { documentChange: { document: encodeDocument(document, mask), targetIds, removedTargetIds } };
}

export function documentDeleted(document: string, removedTargetIds: number[], time: Timestamp): ListenAnswer {
  return { documentDelete: { document, removedTargetIds, readTime: encodeTimestamp(time) } };
}

/** The document exists but no longer matches the targets. The answer omits its content. */
export function documentRemoved(document: string, removedTargetIds: number[], time: Timestamp): ListenAnswer {
  return { documentRemove: { document, removedTargetIds, readTime: encodeTimestamp(time) } };
}

export function existenceFilter(targetId: number, count: number): ListenAnswer {
  return { filter: { targetId, count } };
}
