import { DELETIONS, PRIVATE, USERS } from '@foldmark/contract/firestore-paths';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';

import { dueActions } from '#functions/store/action-documents.ts';
import type { ActionStep, IconStep, Libraries } from '#functions/store/library.ts';

export class FirestoreLibraries implements Libraries {
  readonly #firestore: Firestore;
  readonly #now: () => Date;

  constructor(firestore: Firestore, now: () => Date) {
    this.#firestore = firestore;
    this.#now = now;
  }

  async *uids(pageSize: number): AsyncIterable<readonly string[]> {
    // Unlike a query, listDocuments also finds missing documents that have collections. It transfers only names.
    const all = await this.#firestore.collection(USERS).listDocuments();
    for (let from = 0; from < all.length; from += pageSize)
      yield all.slice(from, from + pageSize).map(({ id }) => id);
  }

  async dueDeletions(limit: number): Promise<readonly string[]> {
    const { docs } = await this.#firestore
      .collection(DELETIONS)
      .where('due_at', '<=', Timestamp.fromDate(this.#now()))
      .orderBy('due_at')
      .limit(limit)
      .get();
    return docs.map(({ id }) => id);
  }

  async dueActions(limit: number): Promise<readonly (ActionStep | IconStep)[]> {
    return dueActions(this.#firestore, this.#now(), limit);
  }

  async dueSnapshots(limit: number): Promise<readonly string[]> {
    return this.#due('snapshot', limit);
  }

  async dueLeftovers(limit: number): Promise<readonly string[]> {
    return this.#due('leftovers', limit);
  }

  /** Both jobs move the time of what they find, so neither hides the other's documents for long. */
  async #due(name: 'snapshot' | 'leftovers', limit: number): Promise<readonly string[]> {
    const { docs } = await this.#firestore
      .collectionGroup(PRIVATE)
      .where('due_at', '<=', Timestamp.fromDate(this.#now()))
      .orderBy('due_at')
      .limit(limit)
      .get();
    return docs.flatMap(({ id, ref }) => (id === name ? (ref.parent.parent?.id ?? []) : []));
  }
}
