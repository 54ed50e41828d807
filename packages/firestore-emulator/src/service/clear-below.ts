import { rootOf } from '#firestore/model/names.ts';
import type { Store } from '#firestore/store/store.ts';

/**
 * Deletes a document or a collection with all documents below it, as Google's emulator does. Like the clearing of a whole
 * database, it is one commit, ends the open transactions and costs nothing.
 */
export async function clearBelow(store: Store, database: string, path: string): Promise<void> {
  const name = `${rootOf(database)}/${path}`;
  await store.load(database, () =>
    [...store.documents()]
      .filter((document) => document.name === name || document.name.startsWith(`${name}/`))
      .map((document) => ({ name: document.name, after: null })),
  );
}
