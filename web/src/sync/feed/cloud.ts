import type { FirebaseApp } from 'firebase/app';

import type { Address } from '#web/sync/feed/address.ts';
import type { Listener } from '#web/sync/feed/listener.ts';
import { type Access, type ReadAll, readerOf } from '#web/sync/feed/reader.ts';

/** The part of Firestore that the feeds use. */
export interface Cloud extends Listener {
  readonly readAll: ReadAll;
}

export interface CloudDeps {
  readonly app: FirebaseApp;
  /** Null in production. */
  readonly emulator: Address | null;
  /** Resolves with null if the library's user is no longer signed in. */
  readonly access: Access;
  /** Resolves when the records that were read have been painted. */
  readonly afterPaint: () => Promise<void>;
}

/** Loads the SDK when it is first needed, after the records that were read have been painted. Only listening needs the SDK. */
export function openCloud({ app, emulator, access, afterPaint }: CloudDeps): Cloud {
  const readWhole = readerOf(access);
  const reading = new Set<Promise<unknown>>();
  let opening: Promise<Listener> | undefined;

  async function open(): Promise<Listener> {
    await Promise.allSettled(reading);
    await afterPaint();
    const { openListener } = await import('#web/sync/feed/listener.ts');
    return openListener(app, emulator);
  }

  return {
    readAll: async (path) => {
      const read = readWhole(path);
      reading.add(read);
      return read.finally(() => reading.delete(read));
    },
    newerThan: async (path, since) => {
      opening ??= open();
      const listener = await opening.catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
      return listener.newerThan(path, since);
    },
    reconnect: async () =>
      opening?.then(
        async (listener) => listener.reconnect(),
        () => undefined,
      ),
    close: async () =>
      opening?.then(
        async (listener) => listener.close(),
        () => undefined,
      ),
  };
}
