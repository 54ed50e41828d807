import { LIBRARY_COLLECTIONS, type LibraryCollection } from '@foldmark/library/entities/collections';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

import { storedUids, replicaName } from '#web/sync/replica/names.ts';
import { removeDatabase } from '#web/sync/replica/remove-database.ts';

/**
 * Increase this when the stores or their rows change. The app deletes a replica of another version and reads the server again.
 */
export const VERSION = 3;

export interface ReplicaSchema extends DBSchema {
  links: { key: number; value: string };
  folders: { key: number; value: string };
  folder_links: { key: number; value: string };
  favorites: { key: number; value: string };
  /** The sync state of each collection. */
  states: { key: LibraryCollection; value: unknown };
  /** The profile of the library's user, under the key 'user'. */
  profile: { key: string; value: unknown };
}

export type ReplicaDatabase = IDBPDatabase<ReplicaSchema>;

export async function openDatabase(uid: string, onClosed: () => void): Promise<ReplicaDatabase> {
  const database = await openDB<ReplicaSchema>(replicaName(uid), VERSION, {
    upgrade: (db) => {
      for (const store of db.objectStoreNames) db.deleteObjectStore(store);
      for (const collection of LIBRARY_COLLECTIONS) db.createObjectStore(collection);
      for (const store of ['states', 'profile'] as const) db.createObjectStore(store);
    },
    // Another tab has a newer version of the app, or is removing the replica because the user signed out.
    blocking: () => {
      onClosed();
      database.close();
    },
    terminated: onClosed,
  });
  return database;
}

/** Removes the replicas of all users but `except`. */
export async function removeReplicas(except: string | null): Promise<void> {
  const others = (await storedUids()).filter((uid) => uid !== except);
  await Promise.all(others.map(async (uid) => removeDatabase(replicaName(uid))));
}
