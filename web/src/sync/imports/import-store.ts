import type { ImportPart } from '@foldmark/contract/imports';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

import { removeDatabase } from '#web/sync/replica/remove-database.ts';

import { hasImports, importsName, tellImportsChanged, uidsWithImports } from './imports-channel.ts';

/** An import that this browser stores until it is done. */
export interface StoredImport {
  readonly import_id: string;
  readonly label: string;
  readonly device: string;
  readonly target_folder_id: number;
  /** Whether to fetch icons after the import. Missing in imports that an earlier version stored. */
  readonly icons?: boolean;
  readonly parts: number;
  /** The number of entries for links. */
  readonly links: number;
  /** How many of these entries only continue the previous entry. */
  readonly continued: number;
  readonly folders: number;
  readonly memberships: number;
  /** When the user chose to import, in milliseconds since 1970. */
  readonly at: number;
  /** How many entries of the file were skipped. */
  readonly skipped: number;
  /** How many entries repeat a link of the file. Missing in imports of older versions. */
  readonly merged?: number;
  /** Sentences about content of the file that the library can't store. */
  readonly told: readonly string[];
  /**
   * `storing`: not all parts are stored yet. `sending`: the server may know the import. `sent`: the server has all parts, and
   * this browser has removed them.
   */
  readonly phase: 'storing' | 'stored' | 'sending' | 'sent';
  readonly sentParts: number;
  /** The user has stopped the import before it was sent. */
  readonly isStopping: boolean;
  /** Why the server refused the import. Null if it did not. */
  readonly failure: readonly string[] | null;
}

interface ImportsSchema extends DBSchema {
  imports: { key: string; value: StoredImport };
  parts: { key: [string, number]; value: ImportPart };
}

export interface ImportStore {
  /** Oldest first. */
  readonly list: () => Promise<readonly StoredImport[]>;
  /** Adds or replaces an import. */
  readonly put: (stored: StoredImport) => Promise<void>;
  readonly putPart: (importId: string, part: number, content: ImportPart) => Promise<void>;
  readonly part: (importId: string, part: number) => Promise<ImportPart | undefined>;
  /** Returns the changed import, or null if it is no longer stored. */
  readonly update: (importId: string, change: Partial<StoredImport>) => Promise<StoredImport | null>;
  readonly removeParts: (importId: string) => Promise<void>;
  /** Removes an import and its parts. Returns false if it was no longer stored. */
  readonly remove: (importId: string) => Promise<boolean>;
  readonly close: () => void;
}

/** Opens the user's database, and creates it if there is none. */
export async function openImportStore(uid: string): Promise<ImportStore> {
  const database = await openDB<ImportsSchema>(importsName(uid), 1, {
    upgrade: (db) => {
      db.createObjectStore('imports', { keyPath: 'import_id' });
      db.createObjectStore('parts');
    },
    // Another tab is removing the database, because the user has signed out or all imports are done.
    blocking: () => {
      database.close();
    },
  });
  return storeIn(database);
}

function storeIn(database: IDBPDatabase<ImportsSchema>): ImportStore {
  return {
    list: async () => (await database.getAll('imports')).toSorted((one, other) => one.at - other.at),
    put: async (stored) => {
      await database.put('imports', stored);
      tellImportsChanged();
    },
    putPart: async (importId, part, content) => {
      await database.put('parts', content, [importId, part]);
    },
    part: async (importId, part) => database.get('parts', [importId, part]),
    update: async (importId, change) => {
      const transaction = database.transaction('imports', 'readwrite');
      const before = await transaction.store.get(importId);
      const after = before === undefined ? null : { ...before, ...change };
      if (after !== null) await transaction.store.put(after);
      await transaction.done;
      tellImportsChanged();
      return after;
    },
    removeParts: async (importId) => {
      await database.delete('parts', partsOf(importId));
    },
    remove: async (importId) => {
      const transaction = database.transaction(['imports', 'parts'], 'readwrite');
      const [before] = await Promise.all([
        transaction.objectStore('imports').get(importId),
        transaction.objectStore('imports').delete(importId),
        transaction.objectStore('parts').delete(partsOf(importId)),
        transaction.done,
      ]);
      tellImportsChanged();
      return before !== undefined;
    },
    close: () => {
      database.close();
    },
  };
}

/** How many imports the server has not received completely. */
export async function countUnsentImports(uid: string): Promise<number> {
  if (!(await hasImports(uid))) return 0;
  const store = await openImportStore(uid);
  const list = await store.list();
  store.close();
  return list.filter(({ phase, failure }) => phase !== 'sent' && failure === null).length;
}

/** Removes the imports of a user who logs out or deletes the account. */
export async function discardImports(uid: string): Promise<void> {
  if (!(await hasImports(uid))) return;
  await removeDatabase(importsName(uid));
  tellImportsChanged();
}

/** Removes the imports of all users but `except`. Unsent imports stay, because a session can end without the user's intent. */
export async function removeSentImports(except: string | null): Promise<void> {
  for (const uid of await uidsWithImports())
    if (uid !== except && (await countUnsentImports(uid)) === 0) await discardImports(uid);
}

function partsOf(importId: string): IDBKeyRange {
  return IDBKeyRange.bound([importId, 0], [importId, Infinity]);
}
