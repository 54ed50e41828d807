import { LIBRARY_COLLECTIONS, type LibraryCollection } from '@foldmark/contract/firestore-paths';
import { deleteDB, type DBSchema, type IDBPDatabase, openDB } from 'idb';

import { storedUids, replicaName } from '#web/sync/replica/names.ts';

/**
 * Increase it when the stores or their rows change. A replica of another version is deleted and read from the server again,
 * except for the outbox, whose content exists nowhere else. public/ahead.js reads these stores too.
 */
export const VERSION = 2;

export interface ReplicaSchema extends DBSchema {
  links: { key: number; value: string };
  folders: { key: number; value: string };
  folder_links: { key: number; value: string };
  favorites: { key: number; value: string };
  /** How far each collection is in sync. */
  states: { key: LibraryCollection; value: unknown };
  /** Changes that the server has not confirmed, by idempotency key. */
  outbox: { key: string; value: unknown };
  /** The profile of the library's user, under the key 'user'. */
  profile: { key: string; value: unknown };
}

export type ReplicaDatabase = IDBPDatabase<ReplicaSchema>;

export async function openDatabase(uid: string, onClosed: () => void): Promise<ReplicaDatabase> {
  const database = await openDB<ReplicaSchema>(replicaName(uid), VERSION, {
    upgrade: (db) => {
      for (const store of db.objectStoreNames) if (store !== 'outbox') db.deleteObjectStore(store);
      for (const collection of LIBRARY_COLLECTIONS) db.createObjectStore(collection);
      for (const store of ['states', 'profile'] as const) db.createObjectStore(store);
      if (!db.objectStoreNames.contains('outbox')) db.createObjectStore('outbox', { keyPath: 'request' });
    },
    // Another tab has a newer version of the app, or removes the replica because the user signed out.
    blocking: () => {
      onClosed();
      database.close();
    },
    terminated: onClosed,
  });
  return database;
}

/**
 * Removes the replicas of all users but `except`. An outbox with unsent changes stays, because a session can end without the
 * person wanting it: the changes are sent after the next login.
 */
export async function removeReplicas(except: string | null): Promise<void> {
  const others = (await storedUids()).filter((uid) => uid !== except);
  await Promise.all(others.map(async (uid) => remove(replicaName(uid))));
}

/** Removes the unsent changes of a user who logs out or deletes the account. */
export async function discardUnsent(uid: string): Promise<void> {
  if (!(await storedUids()).includes(uid)) return;
  const database = await openExisting(replicaName(uid));
  try {
    if (database.objectStoreNames.contains('outbox')) await database.clear('outbox');
  } finally {
    database.close();
  }
}

/** How many changes of a user the server has not confirmed. */
export async function countUnsent(uid: string): Promise<number> {
  if (!(await storedUids()).includes(uid)) return 0;
  const database = await openExisting(replicaName(uid));
  try {
    if (!database.objectStoreNames.contains('outbox')) return 0;
    return (await database.getAll('outbox'))
      .filter(isUnsent)
      .reduce((sum: number, entry) => sum + sizeOf(entry), 0);
  } finally {
    database.close();
  }
}

async function openExisting(name: string): Promise<ReplicaDatabase> {
  const database = await openDB<ReplicaSchema>(name, undefined, {
    blocking: () => {
      database.close();
    },
  });
  return database;
}

async function remove(name: string): Promise<void> {
  // Clear the stores first: a frozen tab can block the deletion of a database, but not this.
  const database = await openExisting(name);
  try {
    const hasUnsent =
      database.objectStoreNames.contains('outbox') && (await database.getAll('outbox')).some(isUnsent);
    const stores = [...database.objectStoreNames].filter((store) => !hasUnsent || store !== 'outbox');
    if (stores.length > 0) {
      const transaction = database.transaction(stores, 'readwrite');
      await Promise.all([
        ...stores.map(async (store) => transaction.objectStore(store).clear()),
        transaction.done,
      ]);
    }
    if (hasUnsent) return;
  } finally {
    database.close();
  }
  await new Promise<void>((resolve, reject) => {
    deleteDB(name, {
      blocked: () => {
        resolve();
      },
    }).then(resolve, reject);
  });
}

/** The other entries of an outbox are ids of created objects. `command` is the form of older versions. */
function isUnsent(entry: unknown): boolean {
  return typeof entry === 'object' && entry !== null && ('changes' in entry || 'command' in entry);
}

/** Read without the schemas of the outbox, which are large. An entry of an older version has no size. */
function sizeOf(entry: unknown): number {
  const size = typeof entry === 'object' && entry !== null && 'size' in entry ? entry.size : 1;
  return typeof size === 'number' ? size : 1;
}
