import { DELETIONS, USERS } from '@foldmark/contract/firestore-paths';
import { FieldPath, type Firestore, Timestamp } from 'firebase-admin/firestore';

import type { Libraries } from '#functions/library/library.ts';

export class FirestoreLibraries implements Libraries {
  readonly #firestore: Firestore;

  constructor(firestore: Firestore) {
    this.#firestore = firestore;
  }

  async *profiles(pageSize: number): AsyncIterable<readonly string[]> {
    // The names alone: what is in the profiles need not be sent.
    const all = this.#firestore.collection(USERS).orderBy(FieldPath.documentId()).select().limit(pageSize);
    for (let page = await all.get(); !page.empty;) {
      yield page.docs.map(({ id }) => id);
      const last = page.docs.at(-1);
      if (last === undefined || page.size < pageSize) return;
      page = await all.startAfter(last).get();
    }
  }

  async unfinishedDeletions(time: Date, limit: number): Promise<readonly string[]> {
    const { docs } = await this.#firestore
      .collection(DELETIONS)
      .where('unfinished_since', '<', Timestamp.fromDate(time))
      .orderBy('unfinished_since')
      .limit(limit)
      .get();
    return docs.map(({ id }) => id);
  }
}
