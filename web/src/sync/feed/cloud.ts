import type { FirebaseApp } from 'firebase/app';

import type { ReadAll } from '#web/sync/feed/reader.ts';
import type { Listener } from '#web/sync/feed/listener.ts';
import type { Address } from '#web/sync/feed/address.ts';

/** Firestore, as far as the feeds use it. */
export interface Cloud extends Listener {
  readonly readAll: ReadAll;
}

export interface CloudParts {
  readonly app: FirebaseApp;
  /** Null in the real cloud. */
  readonly emulator: Address | null;
  /** Whether whoever it is for is still signed in. */
  readonly isHere: () => boolean;
  /** When what was read can be seen. */
  readonly isShown: () => Promise<void>;
}

/**
 * The two SDKs, each loaded when it is first needed: a library that is read for the first time is there with the small
 * one, before the large one has come that listens. That waits until it can be seen.
 */
export function openCloud({ app, emulator, isHere, isShown }: CloudParts): Cloud {
  const reader = lazily(async () => {
    const [lite, { readerOf }] = await Promise.all([
      // As a whole: of a part of it, the build leaves out that the service is registered (web/build/lean-firebase.ts).
      import('firebase/firestore/lite'),
      import('#web/sync/feed/reader.ts'),
    ]);
    // A read that fails is tried again and told by its feed; one that a page leaves behind is nobody's business.
    lite.setLogLevel('silent');
    // One for everybody who is ever here: terminate() forgets it under another name than its own, so that the app could
    // not have another. It keeps nothing, and asks for a token with each request.
    const firestore = lite.getFirestore(app);
    if (emulator !== null) lite.connectFirestoreEmulator(firestore, emulator.host, emulator.port);
    return readerOf(firestore);
  });
  const reading = new Set<Promise<unknown>>();
  const listener = lazily(async () => {
    await Promise.allSettled(reading);
    await isShown();
    const { openListener } = await import('#web/sync/feed/listener.ts');
    return openListener(app, emulator);
  });
  return {
    readAll: async (path) => {
      const read = reader.get().then(async (readAll) => {
        // The SDK would ask in nobody's name, and be refused.
        if (!isHere()) throw new Error('Nobody is here to read for.');
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
    reconnect: async () => (await listener.made())?.reconnect(),
    close: async () => (await listener.made())?.close(),
  };
}

/** CreatedId when it is first asked for, and only once; a failure is forgotten. */
function lazily<T>(make: () => Promise<T>) {
  let making: Promise<T> | undefined;
  return {
    get: async () => {
      making ??= make();
      try {
        return await making;
      } catch (error) {
        making = undefined;
        throw error;
      }
    },
    made: async () => making?.catch(() => undefined),
  };
}
