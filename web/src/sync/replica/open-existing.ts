/**
 * Opens a database without creating it, because another page would find the new database without its stores. Null if there is
 * none.
 */
export async function openExisting(name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    let isMissing = false;
    opening.addEventListener('upgradeneeded', () => {
      isMissing = true;
      opening.transaction?.abort();
    });
    opening.addEventListener('error', () => {
      if (isMissing) resolve(null);
      else reject(opening.error ?? new Error(`The database ${name} could not be opened.`));
    });
    opening.addEventListener('success', () => {
      resolve(opening.result);
    });
  });
}
