import { deleteDB, openDB } from 'idb';

/** Empties and deletes a database. The database must exist, because opening it would create it. */
export async function removeDatabase(name: string): Promise<void> {
  const database = await openDB(name, undefined, {
    blocking: () => {
      database.close();
    },
  });
  try {
    // Clear the stores first: a frozen tab can block deleting a database, but not clearing it.
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
