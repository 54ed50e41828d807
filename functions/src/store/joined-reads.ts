import type { DocumentSnapshot, Firestore, Transaction } from 'firebase-admin/firestore';

import type { Meter } from '#functions/allowance/meter.ts';
import { chunksOf } from '#functions/store/chunks.ts';

/** The number of documents of one request. */
const AT_ONCE = 1000;

/** Combines reads that start together into one request, or into few. */
export class JoinedReads {
  readonly #firestore: Firestore;
  readonly #transaction: Transaction;
  readonly #meter: Meter;
  readonly #paths = new Set<string>();
  #answer: Promise<ReadonlyMap<string, DocumentSnapshot>> | null = null;

  constructor(firestore: Firestore, transaction: Transaction, meter: Meter) {
    this.#firestore = firestore;
    this.#transaction = transaction;
    this.#meter = meter;
  }

  async read(path: string): Promise<DocumentSnapshot> {
    this.#paths.add(path);
    this.#answer ??= this.#readAll();
    const snapshot = (await this.#answer).get(path);
    if (snapshot === undefined) throw new Error('Firestore answered without a requested document.');
    return snapshot;
  }

  async #readAll(): Promise<ReadonlyMap<string, DocumentSnapshot>> {
    // Waits a microtask, so that other reads can join.
    await Promise.resolve();
    const documents = [...this.#paths].map((path) => this.#firestore.doc(path));
    this.#paths.clear();
    this.#answer = null;
    this.#meter.read(documents.length);
    // Read in chunks, because too many arguments of one call would exceed the stack.
    const answers = await Promise.all(
      chunksOf(documents, AT_ONCE).map(async (some) => this.#transaction.getAll(...some)),
    );
    return new Map(answers.flat().map((snapshot) => [snapshot.ref.path, snapshot]));
  }
}
