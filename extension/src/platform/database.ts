import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';

import { type Entry, type Store, StoreError, type WriteRecords } from '#extension/platform/store.ts';

const NAME = 'foldmark';
const VERSION = 1;
/** Some browsers never answer a request to open a database. */
const OPEN_TIMEOUT_MS = 3000;

interface Schema extends DBSchema {
  /** One store, because most transactions need the copy and the queue. */
  records: { key: string; value: unknown };
}

/** The store in IndexedDB. Opens the database when it is first needed, and again after the browser has closed it. */
export function openStore(): Store {
  let opening: Promise<IDBPDatabase<Schema>> | null = null;
  const database = async (): Promise<IDBPDatabase<Schema>> => {
    opening ??= inTime(
      open(() => {
        opening = null;
      }),
    );
    try {
      return await opening;
    } catch (thrown) {
      opening = null;
      throw thrown;
    }
  };
  return {
    read: async (task) =>
      told('read', async () => {
        const records = (await database()).transaction('records').store;
        return task({
          get: async (key) => records.get(key),
          list: async (prefix) => listOf(records, prefix),
        });
      }),
    write: async (task, { isStrict } = { isStrict: false }) =>
      told('write', async () => {
        const durability = isStrict ? 'strict' : 'relaxed';
        const transaction = (await database()).transaction('records', 'readwrite', { durability });
        // Both wait for the end, so a failed write rejects, although `task` has not waited for it.
        const done = transaction.done;
        try {
          const result = await task(writer(transaction.store));
          await done;
          return result;
        } catch (thrown) {
          done.catch(() => undefined);
          abort(transaction);
          throw thrown;
        }
      }),
  };
}

/** Only errors of the browser become a StoreError. Those of the task stay as they are. */
async function told<T>(failed: 'read' | 'write', run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (thrown) {
    throw thrown instanceof DOMException ? new StoreError(thrown, failed) : thrown;
  }
}

async function open(onClosed: () => void): Promise<IDBPDatabase<Schema>> {
  const database = await openDB<Schema>(NAME, VERSION, {
    upgrade: (db) => {
      db.createObjectStore('records');
    },
    // A newer version of the extension waits.
    blocking: () => {
      onClosed();
      database.close();
    },
    terminated: onClosed,
  });
  return database;
}

type Records<Mode extends IDBTransactionMode> = IDBPObjectStore<Schema, ['records'], 'records', Mode>;

async function listOf<Mode extends IDBTransactionMode>(
  records: Records<Mode>,
  prefix: string,
): Promise<readonly Entry[]> {
  const range = rangeOf(prefix);
  const [keys, values] = await Promise.all([records.getAllKeys(range), records.getAll(range)]);
  return keys.map((key, index) => ({ key, value: values[index] }));
}

/** The transaction rejects if a write fails. */
function ignore(writing: Promise<unknown>): void {
  writing.catch(() => undefined);
}

function writer(records: Records<'readwrite'>): WriteRecords {
  return {
    get: async (key) => records.get(key),
    list: async (prefix) => listOf(records, prefix),
    put: (key, value) => {
      ignore(records.put(value, key));
    },
    delete: (key) => {
      ignore(records.delete(key));
    },
    deleteAll: (prefix) => {
      ignore(records.delete(rangeOf(prefix)));
    },
  };
}

function rangeOf(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, `${prefix}\uFFFF`);
}

function abort(transaction: { readonly abort: () => void }): void {
  try {
    transaction.abort();
  } catch {
    // It has ended already.
  }
}

async function inTime<T>(promise: Promise<T>): Promise<T> {
  let stop: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    stop = setTimeout(() => {
      reject(new DOMException('IndexedDB did not answer in time.', 'TimeoutError'));
    }, OPEN_TIMEOUT_MS);
  });
  return Promise.race([promise, late]).finally(() => {
    clearTimeout(stop);
  });
}
