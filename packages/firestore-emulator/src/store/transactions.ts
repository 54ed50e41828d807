import { StatusError } from '#firestore/api/status.ts';
import type { Document } from '#firestore/model/document.ts';
import type { LockTable } from '#firestore/store/locks.ts';
import { LockOwner } from '#firestore/store/locks.ts';
import type { Transaction, WatchedQuery } from '#firestore/store/transaction.ts';
import type { Timestamp } from '#firestore/model/value.ts';

/** https://firebase.google.com/docs/firestore/quotas#writes_and_transactions */
const IDLE_MILLIS = 60_000;
const LIFE_MILLIS = 270_000;

/** What transactions need of the store that they read. */
export interface TransactionGround {
  readonly locks: LockTable;
  read(name: string, at?: Timestamp): Document | null;
  /** Whether commits are under way that cannot be read yet. */
  isUnsettled(): boolean;
  /** Resolves when every commit that is under way now has been applied. */
  settled(): Promise<void>;
}

/** The open transactions, by id. */
export class Transactions {
  readonly #open = new Map<string, OpenTransaction>();
  readonly #ground: TransactionGround;
  readonly #newId: () => Uint8Array;

  constructor(ground: TransactionGround, newId: () => Uint8Array) {
    this.#ground = ground;
    this.#newId = newId;
  }

  begin(database: string, readTime: Timestamp | null): OpenTransaction {
    const id = this.#newId();
    const key = keyOf(id);
    const transaction = new OpenTransaction(this.#ground, id, database, readTime, () =>
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

  /** Tells every transaction but the one that commits which documents are about to change. */
  changing(documents: readonly Document[], committer: Transaction | undefined): void {
    for (const transaction of this.#open.values()) {
      if (transaction !== committer) transaction.notice(documents);
    }
  }

  /** Of one database, or all. */
  endAll(database?: string): void {
    for (const transaction of this.#open.values()) {
      if (database === undefined || transaction.database === database) transaction.rollback();
    }
  }
}

interface Finding {
  readonly query: WatchedQuery;
  readonly found: readonly Document[];
  doubtful: boolean;
}

export class OpenTransaction implements Transaction {
  readonly id: Uint8Array;
  readonly database: string;
  readonly readTime: Timestamp | null;
  readonly owner = new LockOwner();
  readonly #ground: TransactionGround;
  readonly #onEnd: () => void;
  readonly #idle: NodeJS.Timeout;
  readonly #life: NodeJS.Timeout;
  readonly #findings: Finding[] = [];
  #ended = false;

  constructor(
    ground: TransactionGround,
    id: Uint8Array,
    database: string,
    readTime: Timestamp | null,
    onEnd: () => void,
  ) {
    this.#ground = ground;
    this.id = id;
    this.database = database;
    this.readTime = readTime;
    this.#onEnd = onEnd;
    this.#idle = setTimeout(() => this.rollback(), IDLE_MILLIS).unref();
    this.#life = setTimeout(() => this.rollback(), LIFE_MILLIS).unref();
  }

  touch(): void {
    this.#idle.refresh();
  }

  async read(names: readonly string[]): Promise<readonly (Document | null)[]> {
    const at = this.readTime;
    if (at !== null) return names.map((name) => this.#ground.read(name, at));
    await this.lock(names);
    return names.map((name) => this.#ground.read(name));
  }

  async query(query: WatchedQuery): Promise<readonly Document[]> {
    if (this.readTime !== null) return query.run(this.readTime);
    for (;;) {
      // Watched from the moment it is run: the locks may be granted a turn later.
      const finding = { query, found: query.run(), doubtful: this.#ground.isUnsettled() };
      this.#findings.push(finding);
      const waited = await this.lock(finding.found.map(({ name }) => name));
      if (!waited) return finding.found;
      // Whoever held a lock may have changed the document: only what was free all along is as it was found.
      this.#findings.splice(this.#findings.indexOf(finding), 1);
    }
  }

  /** Locks documents, and says whether others had to be waited for. */
  async lock(names: readonly string[]): Promise<boolean> {
    this.#checkOpen();
    const granted = this.#ground.locks.acquire(this.owner, names.toSorted());
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

  /** Locks keep what was found as it was; this notices what would be found resolveInExport (phantoms). */
  notice(documents: readonly Document[]): void {
    for (const finding of this.#findings) {
      finding.doubtful ||= documents.some((document) => finding.query.touches(document));
    }
  }

  /** Whether what a query found may no longer be all that it would find. */
  get hasDoubts(): boolean {
    this.#checkOpen();
    return this.#findings.some(({ doubtful }) => doubtful);
  }

  /** Repeats the queries in doubt once everything under way is applied; ABORTED where one finds something else. */
  async resolveDoubts(): Promise<void> {
    const doubtful = this.#findings.filter((finding) => finding.doubtful);
    for (const finding of doubtful) finding.doubtful = false;
    await this.#ground.settled();
    for (const finding of doubtful) repeat(finding);
  }

  rollback(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#idle);
    clearTimeout(this.#life);
    this.#ground.locks.release(this.owner);
    this.#onEnd();
  }

  #checkOpen(): void {
    if (this.#ended) throw expired();
  }
}

function repeat(finding: Finding): void {
  const again = finding.query.run();
  const same =
    again.length === finding.found.length &&
    again.every((document, index) => document === finding.found[index]);
  if (same) return;
  throw new StatusError(
    'ABORTED',
    'Too much contention on these documents. Please try again. (What a query of the transaction found has changed.)',
  );
}

function keyOf(id: Uint8Array): string {
  return Buffer.from(id.buffer, id.byteOffset, id.byteLength).toString('latin1');
}

/** The Admin SDK begins a new attempt when it reads "transaction has expired". */
function expired(): StatusError {
  return new StatusError('INVALID_ARGUMENT', 'The referenced transaction has expired or is no longer valid.');
}
