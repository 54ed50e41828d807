import { type Entry, type Store, StoreError, type WriteRecords } from '#extension/platform/store.ts';

/** The records of a browser in memory, with transactions as in IndexedDB: one at a time, and all of it or nothing. */
export class MemoryStore implements Store {
  #records = new Map<string, unknown>();
  #last: Promise<unknown> = Promise.resolve();
  /** Set to make each write fail, as if the disk were full. */
  isFull = false;

  readonly read: Store['read'] = async (task) =>
    this.#queued(async () => task(new MemoryTransaction(this.#records)));

  readonly write: Store['write'] = async (task) =>
    this.#queued(async () => {
      const transaction = new MemoryTransaction(new Map(this.#records));
      const result = await task(transaction);
      if (this.isFull) throw new StoreError(new DOMException('Full.', 'QuotaExceededError'), 'write');
      this.#records = transaction.records;
      return result;
    });

  async #queued<T>(run: () => Promise<T>): Promise<T> {
    const result = this.#last.then(run);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

class MemoryTransaction implements WriteRecords {
  readonly records: Map<string, unknown>;

  constructor(records: Map<string, unknown>) {
    this.records = records;
  }

  readonly get = async (key: string): Promise<unknown> => this.records.get(key);

  readonly list = async (prefix: string): Promise<readonly Entry[]> =>
    [...this.records]
      .filter(([key]) => key.startsWith(prefix))
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, value]) => ({ key, value }));

  readonly put = (key: string, value: unknown): void => {
    this.records.set(key, frozen(structuredClone(value)));
  };

  readonly delete = (key: string): void => {
    this.records.delete(key);
  };

  readonly deleteAll = (prefix: string): void => {
    for (const key of this.records.keys()) if (key.startsWith(prefix)) this.records.delete(key);
  };
}

/** A stored value can't be changed, so a read needs no copy. */
function frozen(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  for (const own of Object.values(value)) frozen(own);
  return Object.freeze(value);
}
