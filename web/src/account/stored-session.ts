import { readUser } from './read-user.ts';
import type { FirebaseUser } from './session-state.ts';

/** Where the SDK of Firebase Auth keeps its user: in localStorage, or in a database if that is blocked or of an earlier version. */
export const SDK_STORAGE = {
  database: 'firebaseLocalStorageDb',
  store: 'firebaseLocalStorage',
  key: 'firebase:authUser:',
} as const;

export interface StoredSession {
  /**
   * Whether the SDK may find a signed-in user in this browser. If not, the app shows the visitor's pages before the SDK loads.
   * Storage that cannot be read may hold a user.
   */
  readonly mayExist: boolean;
  /** The user, so that the library can be read before the SDK has loaded. It proves as little as `StoredUser`. */
  readonly user: FirebaseUser | null;
}

/** Reads the user that the SDK stores. public/ahead.js does the same. */
export async function readStoredSession(): Promise<StoredSession> {
  try {
    const key = Object.keys(localStorage).find((name) => name.startsWith(SDK_STORAGE.key));
    const stored = key === undefined ? await storedInDatabase() : parsed(localStorage.getItem(key));
    return { mayExist: stored !== null, user: readUser(stored) };
  } catch {
    return { mayExist: true, user: null };
  }
}

function parsed(text: string | null): unknown {
  return JSON.parse(text ?? 'null');
}

/** Does not create the database: the SDK would find it without its store. Null if there is no user. */
async function storedInDatabase(): Promise<unknown> {
  const databases = await indexedDB.databases();
  if (databases.every(({ name }) => name !== SDK_STORAGE.database)) return null;
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(SDK_STORAGE.database);
    opening.addEventListener('upgradeneeded', () => {
      opening.transaction?.abort();
    });
    opening.addEventListener('error', () => {
      reject(opening.error ?? new Error('The database could not be opened.'));
    });
    opening.addEventListener('success', () => {
      const database = opening.result;
      try {
        const reading = database.transaction(SDK_STORAGE.store).objectStore(SDK_STORAGE.store).getAll();
        reading.addEventListener('success', () => {
          resolve(userIn(reading.result));
        });
        reading.addEventListener('error', () => {
          reject(reading.error ?? new Error('The database could not be read.'));
        });
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      } finally {
        // Takes effect after the transaction.
        database.close();
      }
    });
  });
}

/** The database has other records of the SDK too. */
function userIn(records: readonly unknown[]): unknown {
  for (const record of records) {
    if (typeof record !== 'object' || record === null || !('fbase_key' in record && 'value' in record))
      continue;
    if (String(record.fbase_key).startsWith(SDK_STORAGE.key)) return record.value;
  }
  return null;
}
