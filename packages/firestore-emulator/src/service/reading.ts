import type { ServiceContext } from '#firestore/service/context.ts';
import { StatusError } from '#firestore/api/status.ts';
import type { Document } from '#firestore/model/document.ts';
import type { Store, TransactionOptions } from '#firestore/store/store.ts';
import type { Transaction, WatchedQuery } from '#firestore/store/transaction.ts';
import type { Timestamp } from '#firestore/model/value.ts';
import type { google } from '#firestore/api/proto.ts';
import { decodeBytes, decodeTimestamp } from '#firestore/protobuf/values.ts';

/** How a request says when, and in which transaction, it reads. */
export interface ConsistencySelector {
  readonly transaction?: Uint8Array | null;
  readonly newTransaction?: google.firestore.v1.ITransactionOptions | null;
  readonly readTime?: google.protobuf.ITimestamp | null;
}

/** Reads of one request: of the present, of a time, or within a transaction. */
export class Reading {
  /** The id of a transaction that the request began. */
  readonly begun: Uint8Array | null;
  readonly #store: Store;
  readonly #transaction: Transaction | null;
  readonly #at: Timestamp | undefined;
  #time: Timestamp;

  constructor(store: Store, database: string, selector: ConsistencySelector) {
    this.#store = store;
    const id = transactionId(selector.transaction);
    if (id !== null) this.#transaction = store.transaction(database, id);
    else if (selector.newTransaction) {
      this.#transaction = store.beginTransaction(database, transactionOptions(selector.newTransaction));
    } else this.#transaction = null;
    this.begun = id === null ? (this.#transaction?.id ?? null) : null;
    this.#at =
      selector.readTime && this.#transaction === null ? decodeTimestamp(selector.readTime) : undefined;
    if (this.#at !== undefined) store.checkReadTime(database, this.#at);
    this.#time = this.#at ?? store.readTime();
  }

  /** When what was read last was so. */
  get time(): Timestamp {
    return this.#transaction?.readTime ?? this.#time;
  }

  async documents(names: readonly string[]): Promise<readonly (Document | null)[]> {
    const transaction = this.#transaction;
    if (transaction !== null) return this.#locked(transaction.read(names));
    return this.#inOneTurn((at) => names.map((name) => this.#store.read(name, at)));
  }

  async query(query: WatchedQuery): Promise<readonly Document[]> {
    const transaction = this.#transaction;
    return transaction === null
      ? this.#inOneTurn((at) => query.run(at))
      : this.#locked(transaction.query(query));
  }

  /** The time is taken together with what is read: a commit may be applied in the next turn. */
  #inOneTurn<Found>(find: (at: Timestamp | undefined) => Found): Found {
    this.#time = this.#at ?? this.#store.readTime();
    return find(this.#at);
  }

  /** What a transaction has locked stays as it was found. */
  async #locked<Found>(found: Promise<Found>): Promise<Found> {
    const locked = await found;
    this.#time = this.#store.readTime();
    return locked;
  }

  /** Ends what the request began: nobody else knows of the transaction when its id was not delivered. */
  abandon(): void {
    if (this.begun !== null) this.#transaction?.rollback();
  }
}

/** Runs a streamed request's reads; when it fails, or its client leaves, a transaction begun for it ends. */
export async function* reading<Answer>(
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
    if (!complete) read.abandon();
  }
}

export function transactionId(bytes: Uint8Array | null | undefined): Uint8Array | null {
  const id = decodeBytes(bytes);
  return id.length === 0 ? null : id;
}

export function transactionOptions(options: google.firestore.v1.ITransactionOptions): TransactionOptions {
  if (!options.readOnly) return {};
  if (options.readWrite) {
    throw new StatusError('INVALID_ARGUMENT', 'A transaction is either read-only or read-write.');
  }
  const { readTime } = options.readOnly;
  return { readOnly: true, ...(readTime ? { readTime: decodeTimestamp(readTime) } : {}) };
}
