import type { FirebaseApp } from 'firebase/app';

import type { ReadAll } from '#web/sync/feed/reader.ts';
import type { Listener } from '#web/sync/feed/listener.ts';
import type { Address } from '#web/sync/feed/address.ts';

/** The part of Firestore that the feeds use. */
export interface Cloud extends Listener {
  readonly readAll: ReadAll;
}

export interface CloudDeps {
  readonly app: FirebaseApp;
  /** Null in production. */
  readonly emulator: Address | null;
  /** Whether the library's user is still signed in. */
  readonly isSignedIn: () => boolean;
  /** Resolves when the records that were read are painted. */
  readonly afterPaint: () => Promise<void>;
}

/**
 * Loads each of the two Firestore SDKs when it is first needed. The small one reads a library for the first time; the large
 * one, which listens, loads after that library is painted.
 */
export function openCloud({ app, emulator, isSignedIn, afterPaint }: CloudDeps): Cloud {
  const reader = lazily(async () => {
    const [lite, { readerOf }] = await Promise.all([
      // Import the whole module: tree shaking a part of it drops its registration (web/build/lean-firebase.ts).
      import('firebase/firestore/lite'),
      import('#web/sync/feed/reader.ts'),
    ]);
    // The feed retries and reports failed reads. Reads that fail because the page closes need no report.
    lite.setLogLevel('silent');
    // All users share one instance: terminate() fails to unregister it, so the app could not create another. It caches
    // nothing and gets a token for each request.
    const firestore = lite.getFirestore(app);
    if (emulator !== null) lite.connectFirestoreEmulator(firestore, emulator.host, emulator.port);
    return readerOf(firestore);
  });
  const reading = new Set<Promise<unknown>>();
  const listener = lazily(async () => {
    await Promise.allSettled(reading);
    await afterPaint();
    const { openListener } = await import('#web/sync/feed/listener.ts');
    return openListener(app, emulator);
  });
  return {
    readAll: async (path) => {
      const read = reader.get().then(async (readAll) => {
        // The SDK would send the request unauthenticated, and the server would refuse it.
        if (!isSignedIn()) throw new Error('The user is signed out.');
        return readAll(path);
      });
      reading.add(read);
      try {
        return await read;
      } finally {
        reading.delete(read);
      }
    },
    newerThan: async (path, since) => (await listener.get()).newerThan(path, since),
    reconnect: async () => (await listener.existing())?.reconnect(),
    close: async () => (await listener.existing())?.close(),
  };
}

/** Creates a value on the first call and reuses it. A failed creation is retried on the next call. */
function lazily<T>(create: () => Promise<T>) {
  let creating: Promise<T> | undefined;
  return {
    get: async () => {
      creating ??= create();
      try {
        return await creating;
      } catch (error) {
        creating = undefined;
        throw error;
      }
    },
    existing: async () => creating?.catch(() => undefined),
  };
}
