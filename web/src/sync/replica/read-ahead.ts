import { LIBRARY_COLLECTIONS, type LibraryCollection } from '@foldmark/library/entities/collections';
import { fieldsOf } from '@foldmark/library/entities/fields-of';

import { replicaName } from '#web/sync/replica/names.ts';
import { openExisting } from '#web/sync/replica/open-existing.ts';

/** The unparsed chunks of a collection in the database. */
export interface StoredChunks {
  readonly chunks: readonly unknown[];
  readonly state: unknown;
}

const NOTHING: StoredChunks = { chunks: [], state: undefined };

/** The global in which the script that runs before the app leaves what it reads. */
const AHEAD = 'foldmarkAhead';

/**
 * Reads the user's whole replica before the app has loaded. Resolves with true if this browser has a readable replica. Never
 * rejects.
 */
export async function readReplicaAhead(uid: string): Promise<boolean> {
  // A replica that can't be read gives an object without a version, as a browser without IndexedDB does.
  const read = readWhole(uid).catch(() => ({}));
  Reflect.set(globalThis, AHEAD, { uid, read });
  return 'version' in ((await read) ?? {});
}

/** Reads all collections in one transaction. Null if there is no replica. */
async function readWhole(uid: string): Promise<Readonly<Record<string, unknown>> | null> {
  const database = await openExisting(replicaName(uid));
  if (database === null) return null;
  database.addEventListener('versionchange', () => {
    database.close();
  });
  try {
    // Throws if the replica was written by another version of the app.
    const transaction = database.transaction([...LIBRARY_COLLECTIONS, 'states']);
    const requests = LIBRARY_COLLECTIONS.map((collection) => ({
      collection,
      chunks: transaction.objectStore(collection).getAll(),
      state: transaction.objectStore('states').get(collection),
    }));
    await new Promise((resolve, reject) => {
      transaction.addEventListener('complete', resolve);
      transaction.addEventListener('abort', reject);
    });
    return {
      version: database.version,
      ...Object.fromEntries(
        requests.map(({ collection, chunks, state }) => [
          collection,
          { chunks: chunks.result, state: state.result },
        ]),
      ),
    };
  } finally {
    database.close();
  }
}

/** Resolves with null if the collection was not read ahead, and without chunks if there is no replica. */
export type ReadAhead = (collection: LibraryCollection) => Promise<StoredChunks | null>;

/** Takes what the script read while the app loaded. Returns each collection only once, because it may change later. */
export function takeReadAhead(uid: string, version: number): ReadAhead {
  const ahead = fieldsOf(Reflect.get(globalThis, AHEAD));
  Reflect.deleteProperty(globalThis, AHEAD);
  const reading = Promise.resolve(ahead['uid'] === uid ? ahead['read'] : undefined);
  const taken = new Set<LibraryCollection>();
  return async (collection) => {
    if (taken.has(collection)) return null;
    taken.add(collection);
    const stored = await reading;
    if (stored === null) return NOTHING;
    const read = fieldsOf(stored);
    const { chunks, state } = fieldsOf(read[collection]);
    return read['version'] === version && Array.isArray(chunks) ? { chunks, state } : null;
  };
}
