import type { Log } from '#firestore/log/log.ts';
import { silentLog } from '#firestore/log/log.ts';
import type { Clock } from '#firestore/store/commit-clock.ts';
import { systemClock } from '#firestore/store/commit-clock.ts';
import type { Journal } from '#firestore/store/journal/journal.ts';
import { memoryJournal } from '#firestore/store/journal/journal.ts';
import { MemoryStore } from '#firestore/store/memory-store.ts';
import type { Store } from '#firestore/store/store.ts';

/**
 * How long a commit or a read of a transaction waits for a lock before it is ABORTED, as in Google's emulator. The SDKs retry it.
 * So a write behind an abandoned transaction fails soon.
 */
const LOCK_TIMEOUT_MILLIS = 2_000;

export interface StoreOptions {
  readonly journal?: Journal;
  readonly clock?: Clock;
  readonly log?: Log;
  readonly lockTimeoutMillis?: number;
}

export function createStore(options: StoreOptions = {}): Store {
  return new MemoryStore({
    journal: memoryJournal,
    clock: systemClock,
    log: silentLog,
    lockTimeoutMillis: LOCK_TIMEOUT_MILLIS,
    ...options,
  });
}
