import type { OutboxEntry } from '#web/sync/changes/outbox/outbox-entry.ts';
import type { OutboxStore } from '#web/sync/changes/outbox/outbox.ts';
import { type OutboxDatabase, openOutboxDatabase } from '#web/sync/replica/outbox-database.ts';
import { createStore } from '#web/sync/store.ts';
import type { Timers } from '#web/sync/timers.ts';

/**
 * With relaxed durability, a transaction completes when the operating system has the data. The data survives the page and the
 * browser, and only a power failure can lose it. Waiting for the disk would take as long as the API call.
 */
const RELAXED = { durability: 'relaxed' } as const;

/** Some browsers need long to open a database, or never answer. */
const OPEN_TIMEOUT_MS = 3000;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 60_000;

const loadReader = async () => import('#web/sync/changes/outbox/read-outbox-entry.ts');

export interface OutboxStoreDeps {
  readonly uid: string;
  readonly timers: Timers;
  /** Called after the first change is stored. */
  readonly onStored: () => void;
  readonly report: (message: string, cause: unknown) => void;
}

/** An entry to store, or one to delete. */
interface Write {
  readonly request: string;
  readonly entry: OutboxEntry | null;
  isRunning: boolean;
}

/**
 * The outbox has its own database, so that it works without the replica. A failed write stays here and is retried: at once over a
 * new connection, because browsers and other tabs close connections, and then with backoff.
 */
export class DatabaseOutbox implements OutboxStore {
  readonly canStore = createStore(true);
  readonly #deps: OutboxStoreDeps;
  /** The last write of each entry, until it has succeeded. */
  readonly #writes = new Map<string, Write>();
  #opening: Promise<OutboxDatabase> | null = null;
  /** Resolves if the database does not open in time. */
  #late = Promise.withResolvers<void>();
  #failures = 0;
  #cancelRetry: (() => void) | null = null;
  #hasStored = false;
  #isEnded = false;

  constructor(deps: OutboxStoreDeps) {
    this.#deps = deps;
    this.#open().catch((error: unknown) => {
      this.#fail(error);
    });
  }

  readonly write: OutboxStore['write'] = async (puts, deleted) => {
    const writes = [
      ...puts.map((entry) => ({ request: entry.request, entry, isRunning: false })),
      ...deleted.map((request) => ({ request, entry: null, isRunning: false })),
    ];
    for (const write of writes) this.#writes.set(write.request, write);
    const stored = this.#store(writes);
    await Promise.race([stored, this.#late.promise]);
  };

  readonly list: OutboxStore['list'] = async () => {
    try {
      return await this.#run(async (database) => listOutbox(database, this.#deps.report));
    } catch (error) {
      this.#fail(error);
      return [];
    }
  };

  readonly reassign: OutboxStore['reassign'] = async (entries, owner) => {
    try {
      return await this.#run(async (database) => reassignOutbox(database, entries, owner));
    } catch (error) {
      this.#fail(error);
      return [];
    }
  };

  close(): void {
    this.#isEnded = true;
    this.#cancelRetry?.();
    this.#opening?.then(
      (database) => {
        database.close();
      },
      () => undefined,
    );
  }

  async #store(writes: readonly Write[]): Promise<void> {
    for (const write of writes) write.isRunning = true;
    try {
      // A retry must not store an entry that a newer write has replaced meanwhile.
      await this.#run(async (database) =>
        writeOutbox(
          database,
          writes.filter((write) => this.#writes.get(write.request) === write),
        ),
      );
    } catch (error) {
      for (const write of writes) write.isRunning = false;
      this.#fail(error);
      this.#retryLater();
      return;
    }
    for (const write of writes)
      if (this.#writes.get(write.request) === write) this.#writes.delete(write.request);
    this.#succeed();
    if (this.#hasStored || !writes.some(({ entry }) => entry !== null)) return;
    this.#hasStored = true;
    this.#deps.onStored();
  }

  /** Runs the work, and after a failure once more over a new connection. */
  async #run<T>(work: (database: OutboxDatabase) => Promise<T>): Promise<T> {
    const opening = this.#open();
    try {
      return await work(await opening);
    } catch (error) {
      if (this.#isEnded) throw error;
      if (this.#opening === opening) this.#opening = null;
      opening.then(
        (database) => {
          database.close();
        },
        () => undefined,
      );
      return work(await this.#open());
    }
  }

  // oxlint-disable-next-line typescript/promise-function-async -- #run compares the promise
  #open(): Promise<OutboxDatabase> {
    if (this.#opening !== null) return this.#opening;
    if (this.#isEnded) return Promise.reject(new Error('The outbox is closed.'));
    const opening = openOutboxDatabase(this.#deps.uid, (isDeleted) => {
      if (this.#opening === opening) this.#opening = null;
      // The user has signed out, so a later write must not create the database again.
      if (isDeleted) this.close();
    });
    this.#opening = opening;
    this.#watchOpening(opening);
    return opening;
  }

  #watchOpening(opening: Promise<OutboxDatabase>): void {
    const late = Promise.withResolvers<void>();
    this.#late = late;
    const stop = this.#deps.timers.after(OPEN_TIMEOUT_MS, () => {
      late.resolve();
      this.#fail(new Error('IndexedDB did not answer in time.'));
    });
    opening.then(
      () => {
        stop();
        this.#succeed();
      },
      () => {
        stop();
        if (this.#opening === opening) this.#opening = null;
      },
    );
  }

  #succeed(): void {
    if ([...this.#writes.values()].some(({ isRunning }) => !isRunning)) return;
    this.#failures = 0;
    this.canStore.set(true);
  }

  #fail(error: unknown): void {
    if (this.#isEnded) return;
    if (this.canStore.get()) this.#deps.report('Changes cannot be stored in this browser.', error);
    this.canStore.set(false);
  }

  #retryLater(): void {
    if (this.#isEnded || this.#cancelRetry !== null) return;
    this.#cancelRetry = this.#deps.timers.after(
      Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LAST_RETRY_MS),
      () => {
        this.#cancelRetry = null;
        // Written one by one, because a large entry may not fit although small ones do.
        for (const write of this.#writes.values()) if (!write.isRunning) void this.#store([write]);
      },
    );
    this.#failures += 1;
  }
}

async function writeOutbox(database: OutboxDatabase, writes: readonly Write[]): Promise<void> {
  const transaction = database.transaction('outbox', 'readwrite', RELAXED);
  const requests = writes.map(async ({ request, entry }) =>
    entry === null ? transaction.store.delete(request) : transaction.store.put(entry),
  );
  // Commit now instead of waiting for the requests, so that the page may close at once.
  transaction.commit();
  await Promise.all([...requests, transaction.done]);
}

/** Skips and reports entries that this version cannot read. */
async function listOutbox(
  database: OutboxDatabase,
  report: (message: string, cause: unknown) => void,
): Promise<readonly OutboxEntry[]> {
  const all = await database.getAll('outbox');
  // The outbox is usually empty at startup. Then the schemas need not be loaded.
  if (all.length === 0) return [];
  const { readOutboxEntry } = await loadReader();
  const list: OutboxEntry[] = [];
  for (const stored of all) {
    const entry = readOutboxEntry(stored);
    if (entry !== null) list.push(entry);
    else report('A change of an earlier visit could not be read.', stored);
  }
  return list;
}

async function reassignOutbox(
  database: OutboxDatabase,
  entries: readonly OutboxEntry[],
  owner: string,
): Promise<readonly OutboxEntry[]> {
  // Load before the transaction starts: IndexedDB commits a transaction that waits for anything else.
  const { readOutboxEntry } = await loadReader();
  const transaction = database.transaction('outbox', 'readwrite', RELAXED);
  const reassigned: OutboxEntry[] = [];
  const writes = entries.map(async ({ request, owner: before }) => {
    const entry = readOutboxEntry(await transaction.store.get(request));
    if (entry?.owner !== before) return;
    const mine = { ...entry, owner };
    reassigned.push(mine);
    await transaction.store.put(mine);
  });
  await Promise.all([...writes, transaction.done]);
  return reassigned;
}
