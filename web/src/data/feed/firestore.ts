import type { FirebaseApp } from 'firebase/app';
import {
  connectFirestoreEmulator,
  type Firestore,
  initializeFirestore,
  memoryLocalCache,
} from 'firebase/firestore';

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Firestore with nothing but memory: what is to last is in our own replica. `emulator` is null in the cloud. */
export function createFirestore(app: FirebaseApp, emulator: Address | null): Firestore {
  const firestore = initializeFirestore(app, { localCache: memoryLocalCache() });
  if (emulator !== null) connectFirestoreEmulator(firestore, emulator.host, emulator.port);
  return firestore;
}
