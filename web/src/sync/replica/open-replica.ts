import type { AuthUser } from '@foldmark/contract/entities';
import type { LibraryCollection } from '@foldmark/contract/firestore-paths';
import { chunkOf, mergeChunk, readChunk } from '@foldmark/contract/library-chunks';
import { type Change, microsOf } from '@foldmark/contract/library-records';
import { BrokenRows } from '@foldmark/contract/library-rows';

import { reassignOutbox, listOutbox, writeOutbox } from '#web/sync/replica/outbox-store.ts';
import { openDatabase, type ReplicaDatabase, VERSION } from '#web/sync/replica/database.ts';
import { type StoredChunks, takeReadAhead } from '#web/sync/replica/read-ahead.ts';
import type { Replica, StoredCollection, SyncState } from '#web/sync/replica/replica.ts';
import type { Timers } from '#web/sync/timers.ts';

// Loaded later, because its schemas would delay the first rows.
const loadStoredProfile = async () => import('#web/sync/replica/stored-profile.ts');

/** Some browsers never answer a request to open a database. */
const OPEN_TIMEOUT_MS = 3000;

export interface ReplicaParts {
  readonly uid: string;
  readonly timers: Timers;
  /** Called once with the error that prevents the use of the replica. */
  readonly report: (message: string, cause: unknown) => void;
}

/**
 * Opens the replica in IndexedDB. Nothing waits for the database that can do without it. Without IndexedDB, nothing is
 * stored.
 */
export function openReplica({ uid, timers, report }: ReplicaParts): Replica {
  const status = { isUsable: true };
  const ahead = takeReadAhead(uid, VERSION);
  const opening = openDatabase(uid, () => {
    status.isUsable = false;
  });
  const opened = inTime(opening, timers).catch((error: unknown) => {
    report('The library cannot be stored in this browser.', error);
    // If the database opens after the timeout, close it.
    opening.then(
      (late) => {
        late.close();
      },
      () => undefined,
    );
    return null;
  });
  /** Settles only if there is no database to read. */
  const notOpened = new Promise<null>((resolve) => {
    void opened.then((database) => {
      if (database === null) resolve(null);
    });
  });

  async function guarded<T>(run: (database: ReplicaDatabase) => Promise<T>, fallback: T): Promise<T> {
    const database = await opened;
    if (database === null || !status.isUsable) return fallback;
    try {
      return await run(database);
    } catch (error) {
      if (status.isUsable) report('The library cannot be stored in this browser.', error);
      status.isUsable = false;
      database.close();
      return fallback;
    }
  }

  return {
    load: async (collection) =>
      readAhead(collection, await Promise.race([ahead(collection), notOpened])) ??
      guarded(async (database) => loadOrClear(database, collection, report), { changes: [], state: null }),
    write: async (collection, changes, state) =>
      guarded(async (database) => write(database, collection, changes, state, timers.now()), undefined),
    replace: async (collection, changes, state) =>
      guarded(async (database) => {
        await replaceChunks(database, collection, chunksOf(collection, changes, timers.now()), state);
      }, undefined),
    replaceChunks: async (collection, chunks, state) =>
      guarded(async (database) => replaceChunks(database, collection, chunks, state), undefined),
    outbox: {
      write: async (puts, deleted) =>
        guarded(async (database) => writeOutbox(database, puts, deleted), undefined),
      list: async () => guarded(async (database) => listOutbox(database, report), []),
      reassign: async (entries, owner) =>
        guarded(async (database) => reassignOutbox(database, entries, owner), []),
    },
    profile: async () => guarded(profileIn, null),
    writeProfile: async (user) =>
      guarded(async (database) => {
        const { storedProfile } = await loadStoredProfile();
        await database.put('profile', storedProfile(user), 'user');
      }, undefined),
    close: () => {
      status.isUsable = false;
      void opened.then((database) => database?.close());
    },
  };
}

/** What was read ahead. Null if nothing was, or if it is damaged, which reading the database finds out and reports. */
function readAhead<C extends LibraryCollection>(
  collection: C,
  stored: StoredChunks | null,
): StoredCollection<C> | null {
  try {
    return stored && parseStored(collection, stored);
  } catch {
    return null;
  }
}

/** Clears a collection that cannot be read, so that the feed reads it from the server again. */
async function loadOrClear<C extends LibraryCollection>(
  database: ReplicaDatabase,
  collection: C,
  report: ReplicaParts['report'],
): Promise<StoredCollection<C>> {
  try {
    return parseStored(collection, await readStored(database, collection));
  } catch (error) {
    if (!(error instanceof BrokenRows)) throw error;
    report('The stored library is damaged and will be read from the server again.', error);
    const transaction = database.transaction([collection, 'states'], 'readwrite');
    await Promise.all([
      transaction.objectStore(collection).clear(),
      transaction.objectStore('states').delete(collection),
      transaction.done,
    ]);
    return { changes: [], state: null };
  }
}

async function readStored(database: ReplicaDatabase, collection: LibraryCollection): Promise<StoredChunks> {
  const transaction = database.transaction([collection, 'states']);
  const [chunks, state] = await Promise.all([
    transaction.objectStore(collection).getAll(),
    transaction.objectStore('states').get(collection),
    transaction.done,
  ]);
  return { chunks, state };
}

function parseStored<C extends LibraryCollection>(
  collection: C,
  { chunks, state }: StoredChunks,
): StoredCollection<C> {
  const changes = chunks.flatMap((chunk) => readChunk(collection, String(chunk)));
  return { changes, state: state === undefined ? null : readState(state) };
}

async function write<C extends LibraryCollection>(
  database: ReplicaDatabase,
  collection: C,
  changes: readonly Change<C>[],
  state: SyncState,
  now: number,
): Promise<void> {
  const transaction = database.transaction([collection, 'states'], 'readwrite', { durability: 'relaxed' });
  const chunks = transaction.objectStore(collection);
  const states = transaction.objectStore('states');
  const stored = await states.get(collection);
  // Another tab has cleared the damaged collection. These changes alone must not look like a whole collection.
  if (stored === undefined) {
    await transaction.done;
    return;
  }
  const writes = [...Map.groupBy(changes, ({ id }) => chunkOf(id))].map(async ([number, group]) =>
    chunks.put(mergeChunk(collection, await chunks.get(number), group, microsOf(new Date(now))), number),
  );
  await Promise.all([...writes, states.put(later(readState(stored), state), collection), transaction.done]);
}

function chunksOf<C extends LibraryCollection>(
  collection: C,
  changes: readonly Change<C>[],
  now: number,
): [number, string][] {
  const groups = Map.groupBy(changes, ({ id }) => chunkOf(id));
  return [...groups].map(([number, group]) => [
    number,
    mergeChunk(collection, undefined, group, microsOf(new Date(now))),
  ]);
}

/** Does nothing if the stored collection is as new: another tab that started at the same time may have stored more. */
async function replaceChunks(
  database: ReplicaDatabase,
  collection: LibraryCollection,
  texts: readonly (readonly [number: number, text: string])[],
  state: SyncState,
): Promise<void> {
  const transaction = database.transaction([collection, 'states'], 'readwrite', { durability: 'relaxed' });
  const chunks = transaction.objectStore(collection);
  const states = transaction.objectStore('states');
  if (includes(await states.get(collection), state)) {
    await transaction.done;
    return;
  }
  await Promise.all([
    chunks.clear(),
    ...texts.map(async ([number, text]) => chunks.put(text, number)),
    states.put(state, collection),
    transaction.done,
  ]);
}

/** Whether the stored collection has everything that a collection in this state has. A damaged one has not. */
function includes(stored: unknown, state: SyncState): boolean {
  try {
    const { newest, heardAt } = readState(stored);
    return newest >= state.newest && heardAt >= state.heardAt;
  } catch {
    return false;
  }
}

async function profileIn(database: ReplicaDatabase): Promise<AuthUser | null> {
  const stored = await database.get('profile', 'user');
  if (stored === undefined) return null;
  const { readProfile } = await loadStoredProfile();
  return readProfile(stored);
}

/** Another tab may have synced further than this one. */
function later(left: SyncState, right: SyncState): SyncState {
  return {
    newest: Math.max(left.newest, right.newest),
    heardAt: Math.max(left.heardAt, right.heardAt),
  };
}

function readState(stored: unknown): SyncState {
  if (typeof stored === 'object' && stored !== null && 'newest' in stored && 'heardAt' in stored) {
    const { newest, heardAt } = stored;
    if (typeof newest === 'number' && typeof heardAt === 'number') return { newest, heardAt };
  }
  throw new BrokenRows('A state is missing.');
}

async function inTime<T>(promise: Promise<T>, timers: Timers): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = timers.after(OPEN_TIMEOUT_MS, () => {
      reject(new Error('IndexedDB did not answer in time.'));
    });
    promise.then(resolve, reject).finally(stop);
  });
}
