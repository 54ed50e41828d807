import { LIBRARY_COLLECTIONS, type LibraryCollection } from '@foldmark/contract/firestore-paths';
import { deleteDB, type DBSchema, type IDBPDatabase, openDB } from 'idb';

import { storedUids, replicaName } from '#web/sync/replica/names.ts';

/**
 * Goes up when the stores or the rows in them change; a replica of another version is thrown away and read anew, all but
 * the outbox, which holds what is nowhere else. public/ahead.js looks into them too.
 */
export const VERSION = 2;

export interface ReplicaSchema extends DBSchema {
  links: { key: number; value: string };
  folders: { key: number; value: string };
  folder_links: { key: number; value: string };
  favorites: { key: number; value: string };
  /** How far each collection is in step. */
  states: { key: LibraryCollection; value: unknown };
  /** Changes that are not known to be done, under the key of their request. */
  outbox: { key: string; value: unknown };
  /** Whose library it is, under 'user'. */
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
    // Another tab has a newer version of the app, or is removing the replica because the person has gone.
    blocking: () => {
      onClosed();
      database.close();
    },
    terminated: onClosed,
  });
  return database;
}

/** Removes every replica but that of `uid`: whoever was here before has gone. */
export async function removeReplicas(except: string | null): Promise<void> {
  const others = (await storedUids()).filter((uid) => uid !== except);
  await Promise.all(others.map(async (uid) => remove(replicaName(uid))));
}

async function remove(name: string): Promise<void> {
  // A tab that is frozen can hold the removal up, but not the emptying.
  const database = await openDB<ReplicaSchema>(name, undefined, {
    blocking: () => {
      database.close();
    },
  });
  try {
    const stores = [...database.objectStoreNames];
    if (stores.length > 0) {
      const transaction = database.transaction(stores, 'readwrite');
      await Promise.all([
        ...stores.map(async (store) => transaction.objectStore(store).clear()),
        transaction.done,
      ]);
    }
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
