/** The records of a transaction, by keys that are text. Await nothing else in a transaction: IndexedDB ends it. */
export interface ReadRecords {
  readonly get: (key: string) => Promise<unknown>;
  /** The records whose keys start with this prefix, in the order of the keys. */
  readonly list: (prefix: string) => Promise<readonly Entry[]>;
}

export interface WriteRecords extends ReadRecords {
  readonly put: (key: string, value: unknown) => void;
  readonly delete: (key: string) => void;
  readonly deleteAll: (prefix: string) => void;
}

export interface Entry {
  readonly key: string;
  readonly value: unknown;
}

export interface Store {
  readonly read: <T>(task: (records: ReadRecords) => Promise<T>) => Promise<T>;
  /**
   * Stores all changes of the task, or none if it rejects. With `isStrict`, the changes are on the disk at the end. Rejects with a
   * `StoreError` if the browser can't store them.
   */
  readonly write: <T>(
    task: (records: WriteRecords) => Promise<T>,
    options?: { readonly isStrict: boolean },
  ) => Promise<T>;
}

/** The browser can't read or store. The message is for the person. */
export class StoreError extends Error {
  constructor(cause: unknown, failed: 'read' | 'write') {
    super(failed === 'read' ? "Your browser's storage can't be read." : textOf(cause), { cause });
    this.name = 'StoreError';
  }
}

function textOf(cause: unknown): string {
  return cause instanceof DOMException && cause.name === 'QuotaExceededError'
    ? "There's no space left in your browser, so nothing was saved."
    : "Your browser couldn't store this, so nothing was saved.";
}
