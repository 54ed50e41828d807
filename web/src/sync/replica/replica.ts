import type { AuthUser } from '@foldmark/contract/entities';
import type { LibraryCollection } from '@foldmark/contract/firestore-paths';

import type { Change, Micros } from '#web/sync/model/records.ts';
import type { OutboxStore } from '#web/sync/outbox/outbox.ts';

/** How far a collection of the replica is in step with the server. */
export interface SyncState {
  /** The moment of the newest document it holds; 0 for none. */
  readonly newest: Micros;
  /** When the feed was last known to be listening, by this machine's clock in milliseconds. */
  readonly heardAt: number;
}

export interface Held<C extends LibraryCollection> {
  readonly changes: readonly Change<C>[];
  /** Null when the collection was never read as a whole. */
  readonly state: SyncState | null;
}

/**
 * The library as it was last seen, in this browser, for one person. Never fails: what can't be kept is reported once and
 * then not kept.
 */
export interface Replica {
  readonly load: <C extends LibraryCollection>(collection: C) => Promise<Held<C>>;
  readonly write: <C extends LibraryCollection>(
    collection: C,
    changes: readonly Change<C>[],
    state: SyncState,
  ) => Promise<void>;
  /** After a full reading: nothing of what was held before stays. */
  readonly replace: <C extends LibraryCollection>(
    collection: C,
    changes: readonly Change<C>[],
    state: SyncState,
  ) => Promise<void>;
  /** What was changed here and is not known to be done. */
  readonly outbox: OutboxStore;
  /** Whose library it is, as far as it was ever known here. */
  readonly profile: () => Promise<AuthUser | null>;
  readonly writeProfile: (user: AuthUser) => Promise<void>;
  readonly close: () => void;
}

/** For browsers that keep nothing: everything is read anew at the next start. */
export const NO_REPLICA: Replica = {
  load: async () => ({ changes: [], state: null }),
  write: async () => undefined,
  replace: async () => undefined,
  outbox: { write: async () => undefined, list: async () => [], reassign: async () => [] },
  profile: async () => null,
  writeProfile: async () => undefined,
  close: () => undefined,
};
