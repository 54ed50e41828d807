import { REPLICA_MAX_AGE_DAYS } from '@foldmark/contract/limits';

import type { Micros } from '#web/sync/model/records.ts';
import type { SyncState } from '#web/sync/replica/replica.ts';

/**
 * A document carries the moment its write began, and can be seen only when the write is done. So what was seen last is
 * not proof that nothing older is still to come: only what is older than this, counted from the last moment of
 * listening, is surely complete.
 */
const IN_FLIGHT_MS = 10_000;

const DAY_MS = 86_400_000;

/** Documents newer than this are asked for. */
export function cursorOf({ newest, heardAt }: SyncState): Micros {
  return Math.max(0, Math.min(newest, (heardAt - IN_FLIGHT_MS) * 1000));
}

/** Whether traces of deleted documents may have been purged since. */
export function isTooOld({ heardAt }: SyncState, now: number): boolean {
  return now - heardAt > REPLICA_MAX_AGE_DAYS * DAY_MS;
}

/** After so long of listening, nothing that was seen is in flight any more. */
export const SETTLED_MS = IN_FLIGHT_MS + 5000;
