import type { ServiceContext } from '#firestore/service/context.ts';
import { StatusError } from '#firestore/api/status.ts';
import type { Document } from '#firestore/model/document.ts';
import type { Store, TransactionOptions } from '#firestore/store/store.ts';
import type { Transaction, WatchedQuery } from '#firestore/store/transaction.ts';
import type { Timestamp } from '#firestore/model/value.ts';
import type { google } from '#firestore/api/proto.ts';
import { decodeBytes, decodeTimestamp } from '#firestore/protobuf/values.ts';

/** The fields of a request that select its transaction or its read time. */
export interface ConsistencySelector {
  readonly transaction?: Uint8Array | null;
  readonly newTransaction?: google.firestore.v1.ITransactionOptions | null;
  readonly readTime?: google.protobuf.ITimestamp | null;
}

/** The reads of one request: of current data, at a read time, or in a transaction. */
export class Reading {
  /** The id of the transaction that the request started. Null if it started none. */
  readonly startedTransaction: Uint8Array | null;
  readonly #store: Store;
  readonly #transaction: Transaction | null;
  readonly #at: Timestamp | undefined;
  #time: Timestamp;

  constructor(store: Store, database: string, selector: ConsistencySelector) {
    this.#store = store;
    const id = transactionId(selector.transaction);
    if (id !== null) this.#transaction = store.transaction(database, id);
    else if (selector.newTransaction) {
      this.#transaction = store.beginTransaction(database, newTransactionOptions(selector.newTransaction));
    } else this.#transaction = null;
    this.startedTransaction = id === null ? (this.#transaction?.id ?? null) : null;
    this.#at =
      selector.readTime && this.#transaction === null ? decodeTimestamp(selector.readTime) : undefined;
    if (this.#at !== undefined) store.checkReadTime(database, this.#at);
    this.#time = this.#at ?? store.readTime();
  }

  /** The read time of the last read. */
  get time(): Timestamp {
    return this.#transaction?.readTime ?? this.#time;
  }

  /** The time of all reads of the request, or undefined if it reads the current state. */
  get pastTime(): Timestamp | undefined {
    return this.#transaction?.readTime ?? this.#at;
  }

  async documents(names: readonly string[]): Promise<readonly (Document | null)[]> {
    const transaction = this.#transaction;
    if (transaction !== null) return this.#locked(transaction.read(names));
    return this.#readInOneTurn((at) => names.map((name) => this.#store.read(name, at)));
  }

  async query(query: WatchedQuery): Promise<readonly Document[]> {
    const transaction = this.#transaction;
    return transaction === null
      ? this.#readInOneTurn((at) => query.run(at))
      : this.#locked(transaction.query(query));
  }

  /** Takes the read time in the same turn as the data, because the next turn may apply a commit. */
  #readInOneTurn<Found>(find: (at: Timestamp | undefined) => Found): Found {
    this.#time = this.#at ?? this.#store.readTime();
    return find(this.#at);
  }

  /** Locked documents can't change, so they are current at the time after the lock. */
  async #locked<Found>(found: Promise<Found>): Promise<Found> {
    const locked = await found;
    this.#time = this.#store.readTime();
    return locked;
  }

  /** Rolls back the transaction that the request started. Without its id no other request can end it. */
  rollbackStarted(): void {
    if (this.startedTransaction !== null) this.#transaction?.rollback();
  }
}

/** Runs the reads of a streamed request. If it fails or the client disconnects, rolls back the transaction it started. */
export async function* withReading<Answer>(
  { store }: ServiceContext,
  database: string,
  selector: ConsistencySelector,
  answer: (read: Reading) => AsyncGenerator<Answer, void>,
): AsyncGenerator<Answer, void> {
  const read = new Reading(store, database, selector);
  let complete = false;
  try {
    yield* answer(read);
    complete = true;
  } finally {
    if (!complete) read.rollbackStarted();
  }
}

export function transactionId(bytes: Uint8Array | null | undefined): Uint8Array | null {
  const id = decodeBytes(bytes);
  return id.length === 0 ? null : id;
}

/** A transaction that a read starts is read-only by default. One of BeginTransaction is read-write. */
function newTransactionOptions(options: google.firestore.v1.ITransactionOptions): TransactionOptions {
  return transactionOptions(options.readWrite ? options : { readOnly: {}, ...options });
}

export function transactionOptions(options: google.firestore.v1.ITransactionOptions): TransactionOptions {
  const retried = transactionId(options.readWrite?.retryTransaction);
  if (!options.readOnly) return retried === null ? {} : { retried };
  if (options.readWrite) {
    throw new StatusError('INVALID_ARGUMENT', 'A transaction is either read-only or read-write.');
  }
  const { readTime } = options.readOnly;
  return { readOnly: true, ...(readTime ? { readTime: decodeTimestamp(readTime) } : {}) };
}
