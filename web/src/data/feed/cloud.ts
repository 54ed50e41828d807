import type { FirebaseApp } from 'firebase/app';
import {
  connectFirestoreEmulator,
  type Firestore,
  initializeFirestore,
  memoryLocalCache,
  terminate,
} from 'firebase/firestore';

import type { ReadAll } from '#web/data/feed/reader.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Firestore, as far as the feeds use it. */
export interface Cloud {
  readonly firestore: Firestore;
  readonly readAll: ReadAll;
  readonly close: () => Promise<void>;
}

/** Firestore with nothing but memory: what is to last is in our own replica. `emulator` is null in the real cloud. */
export function openCloud(app: FirebaseApp, emulator: Address | null): Cloud {
  const firestore = initializeFirestore(app, { localCache: memoryLocalCache() });
  if (emulator !== null) connectFirestoreEmulator(firestore, emulator.host, emulator.port);
  const reader = lazily(async () => {
    const [lite, { readerOf }] = await Promise.all([
      import('firebase/firestore/lite'),
      import('#web/data/feed/reader.ts'),
    ]);
    const small = lite.initializeFirestore(app, {});
    if (emulator !== null) lite.connectFirestoreEmulator(small, emulator.host, emulator.port);
    return { readAll: readerOf(small), close: async () => lite.terminate(small) };
  });
  return {
    firestore,
    readAll: async (path) => (await reader.get()).readAll(path),
    close: async () => {
      await Promise.all([terminate(firestore), reader.made()?.then(async ({ close }) => close())]);
    },
  };
}

/** Made when it is first asked for, and only once. */
function lazily<T>(make: () => Promise<T>) {
  let made: Promise<T> | undefined;
  return { get: async () => (made ??= make()), made: () => made };
}
