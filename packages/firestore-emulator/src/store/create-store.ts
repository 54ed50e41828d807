import { randomBytes } from 'node:crypto';

import type { Log } from '#firestore/log/log.ts';
import { silentLog } from '#firestore/log/log.ts';
import type { Clock } from '#firestore/store/commit-clock.ts';
import { systemClock } from '#firestore/store/commit-clock.ts';
import type { Journal } from '#firestore/store/journal/journal.ts';
import { memoryJournal } from '#firestore/store/journal/journal.ts';
import { MemoryStore } from '#firestore/store/memory-store.ts';
import type { Store } from '#firestore/store/store.ts';

/** How long a commit or a transaction's read waits for a lock; the SDKs retry what was ABORTED. */
const LOCK_PATIENCE_MILLIS = 20_000;

export interface StoreOptions {
  readonly journal?: Journal;
  readonly clock?: Clock;
  readonly log?: Log;
  readonly newTransactionId?: () => Uint8Array;
  readonly lockPatienceMillis?: number;
}

export function createStore(options: StoreOptions = {}): Store {
  return new MemoryStore({
    journal: memoryJournal,
    clock: systemClock,
    log: silentLog,
    newTransactionId: () => randomBytes(16),
    lockPatienceMillis: LOCK_PATIENCE_MILLIS,
    ...options,
  });
}
