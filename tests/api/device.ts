import type { AuthUser } from '@foldmark/library/entities/entities';
import type { LibraryCollection } from '@foldmark/library/entities/collections';
import { createApiClient } from '@foldmark/web/api/api-client';
import type { Cloud } from '@foldmark/web/sync/feed/cloud';
import { Feeds } from '@foldmark/web/sync/feed/feeds';
import { listenerOf } from '@foldmark/web/sync/feed/listener';
import { readerOf } from '@foldmark/web/sync/feed/reader';
import { randomFirstKey } from '@foldmark/web/sync/random-first-key';
import { openLibrary, type OpenLibrary } from '@foldmark/web/sync/live/open-library';
import { type Owners, UNKNOWN_OWNERS } from '@foldmark/web/sync/changes/outbox/owners';
import { chunkOf, mergeChunk, readChunk } from '@foldmark/contract/library-chunks';
import type { Replica, SyncState } from '@foldmark/web/sync/replica/replica';
import { MemoryOutbox } from '@foldmark/web/sync/testing/memory-outbox';
import { createStore } from '@foldmark/web/sync/store';
import { SYSTEM_TIMERS, type Timers } from '@foldmark/web/sync/timers';
import { deleteApp, initializeApp } from 'firebase/app';
import { connectFirestoreEmulator, initializeFirestore, memoryLocalCache } from 'firebase/firestore';
import { inject } from 'vitest';

import type { Account } from '#tests/api/support.ts';
import { BUCKET } from '#tests/api/upload-image.ts';

/** A replica in memory, in the format that the browser stores. */
export class StoredReplica implements Replica {
  readonly states = new Map<LibraryCollection, SyncState>();
  readonly #chunks = new Map<string, string>();

  readonly load: Replica['load'] = async (collection) => {
    const chunks = [...this.#chunks].filter(([key]) => key.startsWith(`${collection}/`));
    const changes = chunks.flatMap(([, text]) => readChunk(collection, text));
    return { changes, state: this.states.get(collection) ?? null };
  };

  readonly write: Replica['write'] = async (collection, changes, state) => {
    for (const [number, group] of Map.groupBy(changes, ({ id }) => chunkOf(id))) {
      const key = `${collection}/${number}`;
      this.#chunks.set(key, mergeChunk(collection, this.#chunks.get(key), group, Date.now() * 1000));
    }
    this.states.set(collection, state);
  };

  readonly replace: Replica['replace'] = async (collection, changes, state) => {
    for (const key of this.#chunks.keys()) if (key.startsWith(`${collection}/`)) this.#chunks.delete(key);
    await this.write(collection, changes, state);
  };

  readonly replaceChunks: Replica['replaceChunks'] = async (collection, chunks, state) => {
    await this.replace(collection, [], state);
    for (const [number, text] of chunks) this.#chunks.set(`${collection}/${number}`, text);
  };

  readonly outbox = new MemoryOutbox();
  #profile: AuthUser | null = null;

  readonly profile: Replica['profile'] = async () => this.#profile;

  readonly writeProfile: Replica['writeProfile'] = async (user) => {
    this.#profile = user;
  };

  readonly close = (): void => undefined;
}

export interface Device extends OpenLibrary {
  readonly reports: readonly string[];
}

interface DeviceOptions {
  readonly replica?: Replica;
  readonly owners?: Owners;
  readonly timers?: Timers;
  /** The Firestore token, if it differs from the account's. */
  readonly token?: string;
}

/** Opens a library like a tab, with the real calls, feed and SDK, but without a browser. */
export function openDevice(account: Account, options: DeviceOptions = {}): Device {
  const { appUrl } = inject('suite');
  const {
    replica = new StoredReplica(),
    owners = UNKNOWN_OWNERS,
    timers = SYSTEM_TIMERS,
    token = account.token,
  } = options;
  const reports: string[] = [];
  const cloud = openCloudAs(token);
  const open = openLibrary({
    bucket: () => BUCKET,
    uid: account.uid,
    api: createApiClient({
      baseUrl: `${appUrl}/api`,
      fetch: globalThis.fetch,
      token: async () => account.token,
    }),
    device: 'Test',
    replica,
    readSnapshot: async () => null,
    afterPaint: async () => undefined,
    loadCloud: async () => ({ open: () => cloud, Feeds }),
    network: { isOnline: () => true, onChange: () => () => undefined },
    owners,
    newKey: () => crypto.randomUUID(),
    firstKey: randomFirstKey(),
    onWake: () => () => undefined,
    onSeen: () => () => undefined,
    onLeave: () => () => undefined,
    askBeforeLeaving: () => undefined,
    timers,
    removeUnusedImages: async () => undefined,
    watchImports: () => createStore(false),
    onLoggedOut: () => undefined,
    report: (message, cause) => reports.push(`${message} ${String(cause)}`),
  });
  return { ...open, reports };
}

/** Opens the cloud like the browser, but with the given token instead of the signed-in user's. */
function openCloudAs(token: string): Cloud {
  const { projectId, firestoreHost } = inject('suite');
  const [host = '', port] = firestoreHost.split(':');
  const app = initializeApp({ projectId, apiKey: 'local' }, crypto.randomUUID());
  const firestore = initializeFirestore(app, { localCache: memoryLocalCache() });
  connectFirestoreEmulator(firestore, host, Number(port), { mockUserToken: token });
  const listener = listenerOf(firestore);
  return {
    ...listener,
    readAll: readerOf(async () => ({
      baseUrl: `http://${firestoreHost}`,
      projectId,
      idToken: token,
      appToken: null,
    })),
    close: async () => {
      await listener.close();
      await deleteApp(app);
    },
  };
}
