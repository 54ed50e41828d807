import type { Log } from '#firestore/log/log.ts';
import { StatusError } from '#firestore/api/status.ts';
import type { Clock } from '#firestore/store/commit-clock.ts';
import { CommitClock } from '#firestore/store/commit-clock.ts';
import { Database } from '#firestore/store/database.ts';
import type { Document } from '#firestore/model/document.ts';
import { evaluateWrites } from '#firestore/store/evaluate-writes.ts';
import type { Journal } from '#firestore/store/journal/journal.ts';
import type { CommitRecord, RecordedChange } from '#firestore/store/journal/record.ts';
import { LockOwner, LockTable } from '#firestore/store/locks.ts';
import { databaseOf } from '#firestore/model/names.ts';
import { PendingCommits } from '#firestore/store/pending-commits.ts';
import type {
  CommitEvent,
  CommitOptions,
  CommitOutcome,
  DocumentSets,
  Store,
  TransactionOptions,
} from '#firestore/store/store.ts';
import { compareTimestamps, microsOf, truncatedToMillis } from '#firestore/model/timestamp.ts';
import { checkRetried } from '#firestore/store/transaction-id.ts';
import type { OpenTransaction } from '#firestore/store/transactions.ts';
import { Transactions } from '#firestore/store/transactions.ts';
import type { Timestamp } from '#firestore/model/value.ts';
import type { Change, Write } from '#firestore/model/write.ts';

const OLDEST_READ_MICROS = 3_600_000_000;

export interface MemoryStoreParts {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly lockTimeoutMillis: number;
}

/** Keeps all data in memory. It appends each commit to the journal before applying it. */
export class MemoryStore implements Store {
  readonly sets: DocumentSets;
  readonly #journal: Journal;
  readonly #log: Log;
  readonly #clock: CommitClock;
  readonly #locks: LockTable;
  readonly #databases = new Map<string, Database>();
  readonly #pending = new PendingCommits();
  readonly #transactions: Transactions;
  readonly #listeners = new Set<(event: CommitEvent) => void>();

  constructor({ journal, clock, log, lockTimeoutMillis }: MemoryStoreParts) {
    this.#journal = journal;
    this.#log = log;
    this.#clock = new CommitClock(clock);
    this.#locks = new LockTable(lockTimeoutMillis);
    this.#transactions = new Transactions({
      locks: this.#locks,
      read: (name, at) => this.read(name, at),
      hasPendingCommits: () => !this.#pending.isEmpty,
      pendingCommitsDone: async () => this.#pending.allDone(),
    });
    this.sets = {
      isPresent: (database, at) =>
        at === undefined || this.#databases.get(database)?.isUnchangedSince(at) !== false,
      collection: (path) => this.#databases.get(databaseOf(path))?.collection(path) ?? null,
      collectionGroup: (database, id) => this.#databases.get(database)?.group(id) ?? null,
      everything: (database) => this.#databases.get(database)?.everything() ?? null,
      collectionPaths: (database) => this.#databases.get(database)?.collectionPaths ?? null,
    };
  }

  readTime(): Timestamp {
    return this.#pending.timeBeforeFirst() ?? this.#clock.present();
  }

  checkReadTime(database: string, time: Timestamp): void {
    const present = this.readTime();
    if (compareTimestamps(time, present) > 0) {
      throw new StatusError('INVALID_ARGUMENT', 'The requested read time lies in the future.');
    }
    const horizon = this.#databases.get(database)?.history.horizon ?? null;
    const tooOld = microsOf(present) - microsOf(time) > OLDEST_READ_MICROS;
    if (tooOld || (horizon !== null && compareTimestamps(time, horizon) < 0)) {
      throw new StatusError('FAILED_PRECONDITION', 'The requested snapshot version is too old.');
    }
  }

  read(name: string, at?: Timestamp): Document | null {
    return this.#databases.get(databaseOf(name))?.read(name, at) ?? null;
  }

  async commit(
    database: string,
    writes: readonly Write[],
    options: CommitOptions = {},
  ): Promise<CommitOutcome> {
    const transaction =
      options.transaction === undefined
        ? undefined
        : this.#transactions.find(database, options.transaction.id);
    if (transaction !== undefined) return this.#commitTransaction(transaction, database, writes, options);
    const owner = new LockOwner();
    try {
      const granted = this.#locks.acquire(owner, namesOf(writes), 'exclusive');
      if (granted !== undefined) await granted;
      return await this.#commitLocked(database, writes, options, undefined);
    } finally {
      this.#locks.release(owner);
    }
  }

  beginTransaction(database: string, options: TransactionOptions = {}): OpenTransaction {
    if (options.readTime !== undefined) this.checkReadTime(database, options.readTime);
    if (options.retried !== undefined) checkRetried(database, options.retried);
    const readTime = options.readOnly === true ? (options.readTime ?? this.readTime()) : null;
    return this.#transactions.begin(database, readTime);
  }

  transaction(database: string, id: Uint8Array): OpenTransaction {
    return this.#transactions.find(database, id);
  }

  onCommit(listener: (event: CommitEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  changesSince(database: string, time: Timestamp): Iterable<Change> | null {
    const history = this.#databases.get(database)?.history;
    if (history === undefined) return [];
    return history.horizon !== null && compareTimestamps(time, history.horizon) < 0
      ? null
      : history.since(time);
  }

  async load(
    database: string,
    createChanges: (commitTime: Timestamp) => readonly RecordedChange[],
    clears = false,
  ): Promise<Timestamp> {
    // `createChanges` compares with the documents, so they must include the commits that are on their way to the journal.
    while (!this.#pending.isEmpty) await this.#pending.allDone();
    // The load takes no locks, so open transactions would not notice its changes.
    this.#transactions.endAll(database);
    const commitTime = this.#clock.next();
    await this.#record({
      database,
      commitTime,
      changes: createChanges(commitTime),
      ...(clears ? { clears } : {}),
    });
    return commitTime;
  }

  async clear(database: string): Promise<void> {
    await this.load(database, () => [], true);
  }

  databases(project: string | null): readonly string[] {
    const names = [...this.#databases].filter(([, database]) => !database.isEmpty);
    const prefix = project === null ? 'projects/' : `projects/${project}/`;
    return names.map(([name]) => name).filter((name) => name.startsWith(prefix));
  }

  close(): void {
    this.#transactions.endAll();
    this.#listeners.clear();
  }

  restore(document: Document): void {
    this.#clock.advanceTo(document.updateTime);
    this.#database(databaseOf(document.name)).restore(document.name, document, document.updateTime);
  }

  replay({ database: name, commitTime, changes, clears }: CommitRecord): void {
    this.#clock.advanceTo(commitTime);
    const database = this.#database(name);
    if (clears === true) {
      for (const document of database.documents()) database.restore(document.name, null, commitTime);
    }
    for (const change of changes) database.restore(change.name, change.after, commitTime);
  }

  resume(latest: Timestamp): void {
    this.#clock.advanceTo(latest);
    // A snapshot has no tombstones, so deletions before this time are unknown.
    for (const database of this.#databases.values()) database.history.advanceHorizon(latest);
  }

  documents(): Document[] {
    return [...this.#databases.values()].flatMap((database) => database.documents());
  }

  async #commitTransaction(
    transaction: OpenTransaction,
    database: string,
    writes: readonly Write[],
    options: CommitOptions,
  ): Promise<CommitOutcome> {
    try {
      if (transaction.readTime !== null && writes.length > 0) {
        throw new StatusError('INVALID_ARGUMENT', 'Cannot modify entities in a read-only transaction.');
      }
      await transaction.lock(namesOf(writes), 'exclusive');
      while (transaction.hasStaleQueries) await transaction.repeatStaleQueries();
      return await this.#commitLocked(database, writes, options, transaction);
    } finally {
      transaction.rollback();
    }
  }

  /** There is no await before `#record` calls the journal, so records are in commit time order. */
  async #commitLocked(
    database: string,
    writes: readonly Write[],
    { authorize }: CommitOptions,
    transaction: OpenTransaction | undefined,
  ): Promise<CommitOutcome> {
    const state = this.#database(database);
    const commitTime = this.#clock.next();
    const { changes, results, failure } = evaluateWrites(writes, (name) => state.read(name), commitTime);
    authorize?.(changes, truncatedToMillis(commitTime));
    if (failure !== null) throw failure;
    const effective = changes.filter(({ before, after }) => before !== after);
    if (effective.length > 0) {
      const versions = effective.flatMap(({ before, after }) => [before, after]);
      this.#transactions.documentsChanging(
        versions.filter((document) => document !== null),
        transaction,
      );
      await this.#record({
        database,
        commitTime,
        changes: effective.map(({ name, after }) => ({ name, after })),
      });
    }
    return { commitTime, results, changes };
  }

  /** Appends a commit to the journal, then applies it and notifies the listeners. Resolves after that. */
  async #record(record: CommitRecord): Promise<void> {
    const { database, commitTime, changes, clears } = record;
    const done = this.#pending.begin(commitTime);
    try {
      await this.#journal.append(record);
    } catch (error) {
      done();
      throw error;
    }
    const applied = this.#database(database).apply(changes, commitTime, clears);
    done();
    for (const listener of this.#listeners) {
      try {
        listener({ database, commitTime, changes: applied });
      } catch (error) {
        this.#log.error('A commit listener failed.', error);
      }
    }
  }

  #database(name: string): Database {
    let database = this.#databases.get(name);
    if (database === undefined) {
      database = new Database();
      this.#databases.set(name, database);
    }
    return database;
  }
}

function namesOf(writes: readonly Write[]): string[] {
  return writes.length === 1
    ? writes.map(({ name }) => name)
    : [...new Set(writes.map(({ name }) => name))].sort();
}
