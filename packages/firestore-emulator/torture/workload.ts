import type { DocumentData, Firestore } from 'firebase-admin/firestore';

import type { Content, Expectation, Operation } from '#firestore/torture/expectation.ts';
import type { Random } from '#firestore/torture/random.ts';

const ACCOUNTS = 6;
const SINGLES = 10;
const BATCH_DOCUMENTS = 8;
const MAX_PADDING = 4000;

/** One client. It sends random kinds of commits one by one, and registers each in the expectation first. */
export class Client {
  readonly #number: number;
  readonly #random: Random;
  readonly #expectation: Expectation;
  #operations = 0;
  #hasTemporaryDocument = false;

  constructor(number: number, random: Random, expectation: Expectation) {
    this.#number = number;
    this.#random = random;
    this.#expectation = expectation;
  }

  /** Resolves when the commit is acknowledged. If it rejects, the result of the commit is unknown. */
  async commitOnce(firestore: Firestore): Promise<void> {
    this.#operations += 1;
    const id = `${this.#number}-${this.#operations}`;
    const kinds = [
      async () => this.#single(firestore, id),
      async () => this.#batch(firestore, id),
      async () => this.#transfer(firestore, id),
      async () => this.#createOrDelete(firestore, id),
    ];
    await kinds[this.#random.below(kinds.length)]?.();
    this.#expectation.acknowledge(this.#number, id);
  }

  async #single(firestore: Firestore, id: string): Promise<void> {
    const path = `singles/${this.#number}-${this.#random.below(SINGLES)}`;
    const content = this.#content(id);
    this.#begin({ id, changes: new Map([[path, content]]) });
    await firestore.doc(path).set({ ...content });
  }

  /** Writes the ID of the batch to the same documents each time, so that a partial batch is always visible. */
  async #batch(firestore: Firestore, id: string): Promise<void> {
    const content = this.#content(id);
    const paths = Array.from({ length: BATCH_DOCUMENTS }, (_, at) => `batches/${this.#number}/parts/${at}`);
    this.#begin({ id, changes: new Map(paths.map((path) => [path, content])) });
    const batch = firestore.batch();
    for (const path of paths) batch.set(firestore.doc(path), { ...content });
    await batch.commit();
  }

  /** Moves an amount from one account to another and writes a receipt: three documents in one transaction. */
  async #transfer(firestore: Firestore, id: string): Promise<void> {
    const from = this.#random.below(ACCOUNTS);
    const to = (from + 1 + this.#random.below(ACCOUNTS - 1)) % ACCOUNTS;
    const amount = 1 + this.#random.below(100);
    const receipt = this.#content(id, { amount });
    await firestore.runTransaction(async (transaction) => {
      const accounts = [from, to].map((account) => firestore.doc(`accounts/${account}`));
      const [source, target] = (await transaction.getAll(...accounts)).map((snapshot) =>
        contentOf(snapshot.data() ?? {}),
      );
      if (source === undefined || target === undefined) throw new Error('The response lacks an account.');
      const changes = new Map([
        [`receipts/${this.#number}`, receipt],
        [`accounts/${from}`, withTransfer(source, id, -amount)],
        [`accounts/${to}`, withTransfer(target, id, amount)],
      ]);
      this.#begin({ id, changes });
      for (const [path, content] of changes) transaction.set(firestore.doc(path), { ...content });
    });
  }

  async #createOrDelete(firestore: Firestore, id: string): Promise<void> {
    const path = `fleeting/${this.#number}`;
    const content = this.#hasTemporaryDocument ? null : this.#content(id);
    this.#begin({ id, changes: new Map([[path, content]]) });
    if (content === null) await firestore.doc(path).delete();
    else await firestore.doc(path).set({ ...content });
    this.#hasTemporaryDocument = content !== null;
  }

  #begin(operation: Operation): void {
    this.#expectation.begin(this.#number, operation);
  }

  #content(operation: string, values: Partial<Content> = {}): Content {
    const padding = '🧷'.repeat(this.#random.below(MAX_PADDING / 2));
    return { operation, version: 0, amount: 0, padding, ...values };
  }
}

function withTransfer(account: Content, operation: string, amount: number): Content {
  return { operation, version: account.version + 1, amount: account.amount + amount, padding: '' };
}

/** Reads the content of a document. A missing document has empty content. */
export function contentOf(data: DocumentData): Content {
  const { operation, version, amount, padding }: Record<string, unknown> = data;
  return {
    operation: typeof operation === 'string' ? operation : '',
    version: typeof version === 'number' ? version : 0,
    amount: typeof amount === 'number' ? amount : 0,
    padding: typeof padding === 'string' ? padding : '',
  };
}
