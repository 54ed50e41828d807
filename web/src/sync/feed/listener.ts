import type { QuerySnapshot } from '#web/sync/feed/subscription.ts';
import type { Micros } from '@foldmark/library/entities/records';
import type { FirebaseApp } from 'firebase/app';
import {
  collection,
  connectFirestoreEmulator,
  disableNetwork,
  enableNetwork,
  type Firestore,
  initializeFirestore,
  memoryLocalCache,
  onSnapshot,
  type Query,
  query,
  terminate,
  Timestamp,
  where,
} from 'firebase/firestore';

import type { Address } from '#web/sync/feed/address.ts';

export interface LiveQuery {
  /** Null for a server in memory. */
  readonly query: Query | null;
  /** Delivers all snapshots in order, until the returned function is called or an error ends the query. */
  readonly listen: (next: (snapshot: QuerySnapshot) => void, failed: (error: unknown) => void) => () => void;
}

/** The connection that listens to changes. */
export interface Listener {
  /** A query for the documents of a collection that changed after a timestamp. */
  readonly newerThan: (collectionPath: string, since: Micros) => Promise<LiveQuery>;
  /** Replaces the connection, because after a sleep it may be dead without an error. */
  readonly reconnect: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Uses a memory cache only, because the replica stores the data. */
export function openListener(app: FirebaseApp, emulator: Address | null): Listener {
  const firestore = initializeFirestore(app, { localCache: memoryLocalCache() });
  if (emulator !== null) connectFirestoreEmulator(firestore, emulator.host, emulator.port);
  return listenerOf(firestore);
}

export function listenerOf(firestore: Firestore): Listener {
  return {
    newerThan: async (path, since) => newerThan(firestore, path, since),
    reconnect: async () => {
      await disableNetwork(firestore);
      await enableNetwork(firestore);
    },
    close: async () => terminate(firestore),
  };
}

function newerThan(firestore: Firestore, path: string, since: Micros): LiveQuery {
  const timestamp = new Timestamp(Math.floor(since / 1_000_000), (since % 1_000_000) * 1000);
  const newer = query(collection(firestore, path), where('updated_at', '>', timestamp));
  return {
    query: newer,
    listen: (next, failed) => onSnapshot(newer, { includeMetadataChanges: true }, next, failed),
  };
}
