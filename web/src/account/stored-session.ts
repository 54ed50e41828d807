/** Where the SDK of Firebase Auth keeps its user: in a database, or in localStorage until its next start. */
export const SDK_STORAGE = {
  database: 'firebaseLocalStorageDb',
  store: 'firebaseLocalStorage',
  key: 'firebase:authUser:',
} as const;

/**
 * Whether the SDK may find a signed-in user in this browser. If not, the app shows the visitor's pages before the SDK loads.
 * Storage that cannot be read may hold a user.
 */
export async function mayHaveSession(): Promise<boolean> {
  try {
    return Object.keys(localStorage).some(isUserKey) || (await keysInDatabase()).some(isUserKey);
  } catch {
    return true;
  }
}

function isUserKey(key: unknown): boolean {
  return typeof key === 'string' && key.startsWith(SDK_STORAGE.key);
}

/** Does not create the database: the SDK would find it without its store. */
async function keysInDatabase(): Promise<readonly unknown[]> {
  const databases = await indexedDB.databases();
  if (databases.every(({ name }) => name !== SDK_STORAGE.database)) return [];
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
        const reading = database.transaction(SDK_STORAGE.store).objectStore(SDK_STORAGE.store).getAllKeys();
        reading.addEventListener('success', () => {
          resolve(reading.result);
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
