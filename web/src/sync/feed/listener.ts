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
import type { Micros } from '#web/sync/model/records.ts';

/** The connection that listens. */
export interface Listener {
  /** The query for the documents of a collection that changed since a time. */
  readonly newerThan: (collectionPath: string, since: Micros) => Promise<Query>;
  /** After a sleep the old connection may be dead without noticing it. */
  readonly reconnect: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Firestore with a memory cache only: our own replica keeps the data. */
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
  const moment = new Timestamp(Math.floor(since / 1_000_000), (since % 1_000_000) * 1000);
  return query(collection(firestore, path), where('updated_at', '>', moment));
}
