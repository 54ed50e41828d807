import { fieldsOf } from '@foldmark/library/entities/fields-of';

import { openExisting } from '#web/sync/replica/open-existing.ts';

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
  /** The user, so that the library can be read before the SDK has loaded. Like `StoredUser`, it proves nothing to the server. */
  readonly user: FirebaseUser | null;
}

export async function readStoredSession(): Promise<StoredSession> {
  try {
    const stored = await readSdkUser();
    return { mayExist: stored !== null, user: readUser(stored) };
  } catch {
    return { mayExist: true, user: null };
  }
}

/** Reads the user as the SDK stores it, with its tokens. Null if there is none. */
export async function readSdkUser(): Promise<unknown> {
  const key = Object.keys(localStorage).find((name) => name.startsWith(SDK_STORAGE.key));
  if (key !== undefined) return JSON.parse(localStorage.getItem(key) ?? 'null');
  const database = await openExisting(SDK_STORAGE.database);
  if (database === null) return null;
  try {
    const reading = database.transaction(SDK_STORAGE.store).objectStore(SDK_STORAGE.store).getAll();
    await new Promise((resolve, reject) => {
      reading.addEventListener('success', resolve);
      reading.addEventListener('error', reject);
    });
    return userIn(reading.result);
  } finally {
    database.close();
  }
}

/** The database has other records of the SDK too. */
function userIn(records: readonly unknown[]): unknown {
  for (const record of records) {
    const { fbase_key, value } = fieldsOf(record);
    if (String(fbase_key).startsWith(SDK_STORAGE.key)) return value;
  }
  return null;
}
