import { StatusError } from '#firestore/api/status.ts';
import type { Document } from '#firestore/model/document.ts';
import type { LockMode, LockTable } from '#firestore/store/locks.ts';
import { LockOwner } from '#firestore/store/locks.ts';
import { newTransactionId } from '#firestore/store/transaction-id.ts';
import type { Transaction, WatchedQuery } from '#firestore/store/transaction.ts';
import type { Timestamp } from '#firestore/model/value.ts';

/** https://firebase.google.com/docs/firestore/quotas#writes_and_transactions */
const IDLE_TIMEOUT_MILLIS = 60_000;
const MAX_DURATION_MILLIS = 270_000;

/** The parts of the store that transactions use. */
export interface TransactionStore {
  readonly locks: LockTable;
  read(name: string, at?: Timestamp): Document | null;
  /** Whether there are commits that reads can't see yet. */
  hasPendingCommits(): boolean;
  /** Resolves when all commits that are pending now are done. */
  pendingCommitsDone(): Promise<void>;
}

/** The open transactions by ID. */
export class Transactions {
  readonly #open = new Map<string, OpenTransaction>();
  readonly #store: TransactionStore;

  constructor(store: TransactionStore) {
    this.#store = store;
  }

  begin(database: string, readTime: Timestamp | null): OpenTransaction {
    const id = newTransactionId(database, readTime !== null);
    const key = keyOf(id);
    const transaction = new OpenTransaction(this.#store, id, database, readTime, () =>
      this.#open.delete(key),
    );
    this.#open.set(key, transaction);
    return transaction;
  }

  find(database: string, id: Uint8Array): OpenTransaction {
    const transaction = this.#open.get(keyOf(id));
    if (transaction?.database !== database) throw expired();
    transaction.touch();
    return transaction;
  }

  /** Notifies all transactions except the committing one that documents are about to change. */
  documentsChanging(documents: readonly Document[], committer: Transaction | undefined): void {
    for (const transaction of this.#open.values()) {
      if (transaction !== committer) transaction.documentsChanging(documents);
    }
  }

  /** Rolls back the transactions of one database, or all. */
  endAll(database?: string): void {
    for (const transaction of this.#open.values()) {
      if (database === undefined || transaction.database === database) transaction.rollback();
    }
  }
}

interface QueryResult {
  readonly query: WatchedQuery;
  readonly documents: readonly Document[];
  /** Whether a commit may have changed the result. */
  isStale: boolean;
}

export class OpenTransaction implements Transaction {
  readonly id: Uint8Array;
  readonly database: string;
  readonly readTime: Timestamp | null;
  readonly owner = new LockOwner();
  readonly #store: TransactionStore;
  readonly #onEnd: () => void;
  readonly #idleTimer: NodeJS.Timeout;
  readonly #durationTimer: NodeJS.Timeout;
  readonly #queryResults: QueryResult[] = [];
  #ended = false;

  constructor(
    store: TransactionStore,
    id: Uint8Array,
    database: string,
    readTime: Timestamp | null,
    onEnd: () => void,
  ) {
    this.#store = store;
    this.id = id;
    this.database = database;
    this.readTime = readTime;
    this.#onEnd = onEnd;
    this.#idleTimer = setTimeout(() => this.rollback(), IDLE_TIMEOUT_MILLIS).unref();
    this.#durationTimer = setTimeout(() => this.rollback(), MAX_DURATION_MILLIS).unref();
  }

  touch(): void {
    this.#idleTimer.refresh();
  }

  async read(names: readonly string[]): Promise<readonly (Document | null)[]> {
    const at = this.readTime;
    if (at !== null) return names.map((name) => this.#store.read(name, at));
    await this.lock(names, 'shared');
    return names.map((name) => this.#store.read(name));
  }

  async query(query: WatchedQuery): Promise<readonly Document[]> {
    if (this.readTime !== null) return query.run(this.readTime);
    for (;;) {
      // Record the result before the await below, so that it becomes stale if a document changes during the await.
      const result = { query, documents: query.run(), isStale: this.#store.hasPendingCommits() };
      this.#queryResults.push(result);
      const hasWaited = await this.lock(
        result.documents.map(({ name }) => name),
        'shared',
      );
      if (!hasWaited) return result.documents;
      // The previous owner of a lock may have changed its document, so run the query again.
      this.#queryResults.splice(this.#queryResults.indexOf(result), 1);
    }
  }

  /** Locks documents. Returns whether it had to wait. */
  async lock(names: readonly string[], mode: LockMode): Promise<boolean> {
    this.#checkOpen();
    const granted = this.#store.locks.acquire(this.owner, names.toSorted(), mode);
    if (granted === undefined) return false;
    try {
      await granted;
    } catch (error) {
      this.rollback();
      throw error;
    }
    this.#checkOpen();
    return true;
  }

  /** Marks query results as stale. Locks protect the documents found, but not against new results (phantoms). */
  documentsChanging(documents: readonly Document[]): void {
    for (const result of this.#queryResults) {
      result.isStale ||= documents.some((document) => result.query.canMatch(document));
    }
  }

  /** Whether the results of a query may have changed. */
  get hasStaleQueries(): boolean {
    this.#checkOpen();
    return this.#queryResults.some(({ isStale }) => isStale);
  }

  /** Waits for pending commits, then repeats the stale queries. Throws ABORTED if a result has changed. */
  async repeatStaleQueries(): Promise<void> {
    const stale = this.#queryResults.filter(({ isStale }) => isStale);
    for (const result of stale) result.isStale = false;
    await this.#store.pendingCommitsDone();
    for (const result of stale) checkUnchanged(result);
  }

  rollback(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#idleTimer);
    clearTimeout(this.#durationTimer);
    this.#store.locks.release(this.owner);
    this.#onEnd();
  }

  #checkOpen(): void {
    if (this.#ended) throw expired();
  }
}

function checkUnchanged({ query, documents }: QueryResult): void {
  const current = query.run();
  const isSame =
    current.length === documents.length && current.every((document, index) => document === documents[index]);
  if (isSame) return;
  throw new StatusError(
    'ABORTED',
    'Too much contention on these documents. Please try again. (The result of a query in the transaction has changed.)',
  );
}

function keyOf(id: Uint8Array): string {
  return Buffer.from(id.buffer, id.byteOffset, id.byteLength).toString('latin1');
}

/** The Admin SDK retries if the message contains "transaction has expired". */
function expired(): StatusError {
  return new StatusError('INVALID_ARGUMENT', 'The referenced transaction has expired or is no longer valid.');
}
