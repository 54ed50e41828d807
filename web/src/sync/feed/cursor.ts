import type { DocumentVersion, Micros } from '@foldmark/library/entities/records';
import { IN_FLIGHT_MS, REPLICA_MAX_AGE_DAYS } from '@foldmark/contract/limits';
import { overlapStart } from '@foldmark/contract/overlap';

import type { SyncState } from '#web/sync/replica/replica.ts';

const DAY_MS = 86_400_000;
/** A clock that is set correctly is corrected by less. */
const CLOCK_STEP_MS = 60_000;

/** The feed queries documents with a later timestamp than this. */
export function cursorOf({ newest, heardAt }: SyncState): Micros {
  return Math.max(0, Math.min(newest, (heardAt - IN_FLIGHT_MS) * 1000));
}

/**
 * The sync state of a collection from a snapshot. The snapshot is complete up to its timestamp, except for documents that became
 * visible later. If the local clock is behind the server's, the state must not be in the future.
 */
export function completeUpTo(at: Micros, documents: readonly DocumentVersion[], now: number): SyncState {
  const newest = overlapStart(
    documents.map((document) => document.at),
    at,
  );
  return { newest, heardAt: Math.min(Math.floor(at / 1000), now) };
}

/** The cursor while changes keep arriving: all documents up to here are complete. Does not depend on the local clock. */
export function cursorUnderLoad(newest: Micros): Micros {
  return Math.max(0, newest - IN_FLIGHT_MS * 1000);
}

/** Whether tombstones may have been purged since the feed last listened. A time in the future proves nothing. */
export function isTooOld({ heardAt }: SyncState, now: number): boolean {
  return now - heardAt > REPLICA_MAX_AGE_DAYS * DAY_MS || isInFuture(heardAt, now);
}

export function isInFuture(heardAt: number, now: number): boolean {
  return heardAt > now + CLOCK_STEP_MS;
}

/** After listening for this long, no write older than a received document can still be in flight. */
export const SETTLED_MS = IN_FLIGHT_MS + 5000;
