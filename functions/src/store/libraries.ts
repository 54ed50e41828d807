import { ACTIONS, DELETIONS, PRIVATE, USERS } from '@foldmark/contract/firestore-paths';
import { type Firestore, type Query, type QueryDocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';

import { chunksOf } from '#functions/store/chunks.ts';
import type { ActionStep, IconStep } from '#functions/store/steps.ts';

const dueActionSchema = z.union([
  z.object({ state: z.enum(['undoing', 'redoing', 'importing']), next_part: z.int() }),
  z.object({
    state: z.literal('done'),
    import: z.object({ icons: z.object({ next: z.object({ list: z.int(), entry: z.int() }) }) }),
  }),
]);

/** Queries over the libraries of all users, for jobs. */
export class Libraries {
  readonly #firestore: Firestore;
  readonly #now: () => Date;

  constructor(firestore: Firestore, now: () => Date) {
    this.#firestore = firestore;
    this.#now = now;
  }

  /** Yields the uids of all libraries in pages, including libraries without a profile. */
  async *uids(pageSize: number): AsyncIterable<readonly string[]> {
    // Unlike a query, listDocuments also finds missing documents that have collections. It transfers only names.
    const all = await this.#firestore.collection(USERS).listDocuments();
    for (const some of chunksOf(all, pageSize)) yield some.map(({ id }) => id);
  }

  /** Returns the uids of unfinished deletions whose next task is overdue. */
  async dueDeletions(limit: number): Promise<readonly string[]> {
    return (await dueAmong(this.#firestore.collection(DELETIONS), this.#now(), limit)).map(({ id }) => id);
  }

  /** Returns the next steps of the actions whose next task is overdue, longest first. */
  async dueActions(limit: number): Promise<readonly (ActionStep | IconStep)[]> {
    const docs = await dueAmong(this.#firestore.collectionGroup(ACTIONS), this.#now(), limit);
    return docs.flatMap((snapshot): (ActionStep | IconStep)[] => {
      const uid = snapshot.ref.parent.parent?.id;
      const action = z.safeParse(dueActionSchema, snapshot.data());
      if (uid === undefined || !action.success) return [];
      const of = { uid, action_id: snapshot.id };
      if (action.data.state === 'done') return [{ ...of, state: 'icons', ...action.data.import.icons.next }];
      const { state, next_part: part } = action.data;
      return [{ ...of, part, state }];
    });
  }

  /** Returns the uids of libraries whose snapshot is due. */
  async dueSnapshots(limit: number): Promise<readonly string[]> {
    return this.#duePrivate('snapshot', limit);
  }

  /** Returns the uids of libraries whose leftovers job is overdue. */
  async dueLeftovers(limit: number): Promise<readonly string[]> {
    return this.#duePrivate('leftovers', limit);
  }

  /** Both jobs postpone the documents that they find, so neither hides the other's documents for long. */
  async #duePrivate(name: 'snapshot' | 'leftovers', limit: number): Promise<readonly string[]> {
    const docs = await dueAmong(this.#firestore.collectionGroup(PRIVATE), this.#now(), limit);
    return docs.flatMap(({ id, ref }) => (id === name ? (ref.parent.parent?.id ?? []) : []));
  }
}

/** The documents that are due, longest first. */
export async function dueAmong(all: Query, now: Date, limit: number): Promise<QueryDocumentSnapshot[]> {
  const due = all.where('due_at', '<=', Timestamp.fromDate(now)).orderBy('due_at');
  return (await due.limit(limit).get()).docs;
}
