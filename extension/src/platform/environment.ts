import type { Store } from '#extension/platform/store.ts';

/** What pages tell the worker. */
export interface ToWorker {
  /** `send-now` does not wait after a failure, because the person has asked for it. */
  readonly kind: 'send' | 'send-now' | 'pull';
}

/** The alarms that wake the worker. */
export type AlarmName = 'send' | 'pull';

/** The browser, as the code without a page uses it. Tests pass another one. */
export interface Environment {
  /** The copy of the library and the queue, in IndexedDB. */
  readonly store: Store;
  /** The few values that must be there without IndexedDB: `storage.local`. */
  readonly values: Values;
  readonly fetch: typeof globalThis.fetch;
  /** In milliseconds. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly newId: () => string;
  /** A number that no other call of this browser gets, below 0. */
  readonly newRef: () => number;
  /** Runs one task of a name at a time, in all pages and the worker. */
  readonly withLock: <T>(name: string, task: () => Promise<T>) => Promise<T>;
  /** Wakes the worker after this time. Null removes the alarm. */
  readonly setAlarm: (name: AlarmName, delayMs: number | null) => Promise<void>;
  readonly tellWorker: (message: ToWorker) => void;
  /** Tells all pages of the extension, and the worker, that what they show may have changed. */
  readonly tellChanged: () => void;
  /** Writes an error that no page shows to the console. */
  readonly report: (error: unknown) => void;
  /** Opens the page of a server in a window, and returns the address to which the server sends the browser back. */
  readonly authorize: (url: string) => Promise<string>;
  /** The address to which a server sends the browser back. */
  readonly redirectUri: () => string;
}

export interface Values {
  readonly get: (name: string) => Promise<unknown>;
  readonly set: (name: string, value: unknown) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
}
