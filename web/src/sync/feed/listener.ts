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

import type { Address, Cloud } from '#web/sync/feed/cloud.ts';
import type { Micros } from '#web/sync/model/records.ts';

/** Firestore with nothing but memory: what is to last is in our own replica. */
export function openListener(
  app: FirebaseApp,
  emulator: Address | null,
): Pick<Cloud, 'newerThan' | 'reconnect' | 'close'> {
  const firestore = initializeFirestore(app, { localCache: memoryLocalCache() });
  if (emulator !== null) connectFirestoreEmulator(firestore, emulator.host, emulator.port);
  return listenerOf(firestore);
}

export function listenerOf(firestore: Firestore): Pick<Cloud, 'newerThan' | 'reconnect' | 'close'> {
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
