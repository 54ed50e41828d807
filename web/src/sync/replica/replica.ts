import type { AuthUser } from '@foldmark/library/entities/entities';
import type { LibraryCollection } from '@foldmark/library/entities/collections';
import type { DocumentVersion, Micros } from '@foldmark/library/entities/records';

import type { OutboxStore } from '#web/sync/changes/outbox/outbox.ts';

/** How far a collection of the replica is in sync with the server. */
export interface SyncState {
  /** The timestamp of the collection's newest document, or 0 for none. */
  readonly newest: Micros;
  /** When the feed was last connected, by the local clock in milliseconds. */
  readonly heardAt: number;
}

export interface StoredCollection<C extends LibraryCollection> {
  readonly changes: readonly DocumentVersion<C>[];
  /** Null if the collection was never read completely. */
  readonly state: SyncState | null;
}

/**
 * A user's library as this browser last stored it. Never rejects: a storage error is reported once, and from then on
 * nothing is stored.
 */
export interface Replica {
  readonly load: <C extends LibraryCollection>(collection: C) => Promise<StoredCollection<C>>;
  /** Adds changes to a collection that `replace` or `replaceChunks` has stored. */
  readonly write: <C extends LibraryCollection>(
    collection: C,
    changes: readonly DocumentVersion<C>[],
    state: SyncState,
  ) => Promise<void>;
  /** Replaces the whole collection after a full read, unless another tab has stored a newer state. */
  readonly replace: <C extends LibraryCollection>(
    collection: C,
    changes: readonly DocumentVersion<C>[],
    state: SyncState,
  ) => Promise<void>;
  /**
   * Replaces the whole collection by encoded chunks (contract/src/library-chunks.ts), unless another tab has stored a newer
   * state.
   */
  readonly replaceChunks: (
    collection: LibraryCollection,
    chunks: readonly (readonly [number: number, text: string])[],
    state: SyncState,
  ) => Promise<void>;
  /** Changes that the server has not confirmed. */
  readonly outbox: OutboxStore;
  /** The profile of the library's user. Null if it was never stored. */
  readonly profile: () => Promise<AuthUser | null>;
  readonly writeProfile: (user: AuthUser) => Promise<void>;
  readonly close: () => void;
}
