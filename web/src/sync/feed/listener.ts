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
  type Query,
  query,
  terminate,
  Timestamp,
  where,
} from 'firebase/firestore';

import type { Address } from '#web/sync/feed/address.ts';

/** The connection that listens to changes. */
export interface Listener {
  /** The query for the documents of a collection that changed since a time. */
  readonly newerThan: (collectionPath: string, since: Micros) => Promise<Query>;
  /** Replaces the connection, which may be dead after a sleep without an error. */
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

function newerThan(firestore: Firestore, path: string, since: Micros): Query {
  const timestamp = new Timestamp(Math.floor(since / 1_000_000), (since % 1_000_000) * 1000);
  return query(collection(firestore, path), where('updated_at', '>', timestamp));
}
