import { FieldValue, type Firestore, type Transaction } from 'firebase-admin/firestore';

/** Writes documents in a transaction, and counts them. Only a commit is billed. */
export class WrittenDocuments {
  readonly #firestore: Firestore;
  readonly #transaction: Transaction;
  #writes = 0;
  #deletes = 0;

  constructor(firestore: Firestore, transaction: Transaction) {
    this.#firestore = firestore;
    this.#transaction = transaction;
  }

  get writes(): number {
    return this.#writes;
  }

  get deletes(): number {
    return this.#deletes;
  }

  set(path: string, document: object): void {
    this.#writes += 1;
    this.#transaction.set(this.#firestore.doc(path), document);
  }

  update(path: string, fields: object): void {
    this.#writes += 1;
    this.#transaction.update(this.#firestore.doc(path), fields);
  }

  /** Updates a document, with a new `updated_at`. Writes nothing if there are no changes. */
  change(path: string, changes: object): void {
    if (Object.keys(changes).length === 0) return;
    this.update(path, { ...changes, updated_at: FieldValue.serverTimestamp() });
  }

  delete(path: string): void {
    this.#deletes += 1;
    this.#transaction.delete(this.#firestore.doc(path));
  }
}
