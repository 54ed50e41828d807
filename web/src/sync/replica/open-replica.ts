import type { AuthUser } from '@foldmark/library/entities/entities';
import type { LibraryCollection } from '@foldmark/library/entities/collections';
import { chunkOf, mergeChunk, readChunk } from '@foldmark/contract/library-chunks';
import { type DocumentVersion, microsOf } from '@foldmark/library/entities/records';
import { BrokenRows } from '@foldmark/contract/library-rows';

import { isInFuture } from '#web/sync/feed/cursor.ts';
import { DatabaseOutbox } from '#web/sync/replica/outbox-store.ts';
import { openDatabase, type ReplicaDatabase, VERSION } from '#web/sync/replica/database.ts';
import { type StoredChunks, takeReadAhead } from '#web/sync/replica/read-ahead.ts';
import type { Replica, StoredCollection, SyncState } from '#web/sync/replica/replica.ts';
import type { Timers } from '#web/sync/timers.ts';

// Loaded later, because its schemas would delay the first rows.
const loadStoredProfile = async () => import('#web/sync/replica/stored-profile.ts');

/** Some browsers never answer a request to open a database. */
const OPEN_TIMEOUT_MS = 3000;

const NOT_STORED = 'The library cannot be stored in this browser.';
const NOTHING_STORED = { changes: [], state: null } as const;

export interface ReplicaDeps {
  readonly uid: string;
  readonly timers: Timers;
  /** Called after the first change is stored. */
  readonly onStored: () => void;
  /** Called once with the error that prevents using the replica, and each time when storing changes starts to fail. */
  readonly report: (message: string, cause: unknown) => void;
}

/**
 * Opens the replica in IndexedDB. Only callers that need the database wait for it. Without IndexedDB, nothing is stored. After an
 * error the replica is no longer used, because the server has the library. The outbox continues.
 */
export function openReplica(deps: ReplicaDeps): Replica {
  const { uid, timers, report } = deps;
  const status = { isUsable: true };
  const ahead = takeReadAhead(uid, VERSION);
  const outbox = new DatabaseOutbox(deps);
  const opened = openDatabase(uid, () => {
    status.isUsable = false;
  });

  async function guarded<T>(run: (database: ReplicaDatabase) => Promise<T>, fallback: T): Promise<T> {
    let database: ReplicaDatabase | null = null;
    try {
      database = await opened;
      return status.isUsable ? await run(database) : fallback;
    } catch (error) {
      if (status.isUsable) report(NOT_STORED, error);
      status.isUsable = false;
      database?.close();
      return fallback;
    }
  }

  /** Resolves with null if no database opens in time. A database that opens later is still written. */
  const notOpened = inTime(opened, timers).then(
    async () => new Promise<null>(() => undefined),
    (error: unknown) => {
      if (status.isUsable) report(NOT_STORED, error);
      return null;
    },
  );
  const inTimeOr = async <T>(reading: Promise<T>, fallback: T): Promise<T> =>
    Promise.race([reading, notOpened.then(() => fallback)]);

  return {
    load: async (collection) =>
      readAhead(collection, await Promise.race([ahead(collection), notOpened])) ??
      inTimeOr(
        guarded(async (database) => loadOrClear(database, collection, report), NOTHING_STORED),
        NOTHING_STORED,
      ),
    write: async (collection, changes, state) =>
      guarded(async (database) => write(database, collection, changes, state, timers.now()), undefined),
    replace: async (collection, changes, state) =>
      guarded(async (database) => {
        const now = timers.now();
        await replaceChunks(database, collection, chunksOf(collection, changes, now), state, now);
      }, undefined),
    replaceChunks: async (collection, chunks, state) =>
      guarded(
        async (database) => replaceChunks(database, collection, chunks, state, timers.now()),
        undefined,
      ),
    outbox,
    profile: async () => inTimeOr(guarded(profileIn, null), null),
    writeProfile: async (user) =>
      guarded(async (database) => {
        const { storedProfile } = await loadStoredProfile();
        await database.put('profile', storedProfile(user), 'user');
      }, undefined),
    close: () => {
      status.isUsable = false;
      outbox.close();
      opened.then(
        (database) => {
          database.close();
        },
        () => undefined,
      );
    },
  };
}

/**
 * The collection as it was read ahead. Null if it was not read, or if it is damaged: then reading the database reports the
 * damage.
 */
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
  report: ReplicaDeps['report'],
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
  changes: readonly DocumentVersion<C>[],
  state: SyncState,
  now: number,
): Promise<void> {
  const transaction = database.transaction([collection, 'states'], 'readwrite', { durability: 'relaxed' });
  const chunks = transaction.objectStore(collection);
  const states = transaction.objectStore('states');
  const stored = await states.get(collection);
  // Another tab has cleared the damaged collection. Storing only these changes would look like a whole collection.
  if (stored === undefined) {
    await transaction.done;
    return;
  }
  const writes = [...Map.groupBy(changes, ({ id }) => chunkOf(id))].map(async ([number, group]) =>
    chunks.put(mergeChunk(collection, await chunks.get(number), group, microsOf(new Date(now))), number),
  );
  // Async, so that a `put` that throws rejects too. Otherwise the promises before it would stay unhandled.
  const putState = async () => states.put(later(readState(stored), state, now), collection);
  await Promise.all([...writes, putState(), transaction.done]);
}

function chunksOf<C extends LibraryCollection>(
  collection: C,
  changes: readonly DocumentVersion<C>[],
  now: number,
): [number, string][] {
  const groups = Map.groupBy(changes, ({ id }) => chunkOf(id));
  return [...groups].map(([number, group]) => [
    number,
    mergeChunk(collection, undefined, group, microsOf(new Date(now))),
  ]);
}

/** Does nothing if the stored collection is at least as new, because another tab may have stored more meanwhile. */
async function replaceChunks(
  database: ReplicaDatabase,
  collection: LibraryCollection,
  texts: readonly (readonly [number: number, text: string])[],
  state: SyncState,
  now: number,
): Promise<void> {
  const transaction = database.transaction([collection, 'states'], 'readwrite', { durability: 'relaxed' });
  const chunks = transaction.objectStore(collection);
  const states = transaction.objectStore('states');
  if (includes(await states.get(collection), state, now)) {
    await transaction.done;
    return;
  }
  const putState = async () => states.put(state, collection);
  await Promise.all([
    chunks.clear(),
    ...texts.map(async ([number, text]) => chunks.put(text, number)),
    putState(),
    transaction.done,
  ]);
}

/** Whether the stored collection contains everything up to this state. False if it is damaged. */
function includes(stored: unknown, state: SyncState, now: number): boolean {
  try {
    const { newest, heardAt } = readState(stored);
    return newest >= state.newest && heardAt >= state.heardAt && !isInFuture(heardAt, now);
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

/** The later of the two states, because another tab may have synced further. A time in the future comes from a wrong clock. */
function later(stored: SyncState, next: SyncState, now: number): SyncState {
  const heardAt = isInFuture(stored.heardAt, now) ? next.heardAt : Math.max(stored.heardAt, next.heardAt);
  return { newest: Math.max(stored.newest, next.newest), heardAt };
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
