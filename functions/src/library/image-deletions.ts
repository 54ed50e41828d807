import { createHash } from 'node:crypto';

import { IMAGE_DELETIONS, imageDeletionPath } from '@foldmark/contract/firestore-paths';
import { DELETED_IMAGE_BARRED_MS } from '@foldmark/contract/limits';
import { type StoredImageDeletion, storedImageDeletionSchema } from '@foldmark/contract/stored';
import { type Firestore, type Query, Timestamp, type Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';

import type { ImageDeletions } from '#functions/library/library.ts';

/** A task does it within seconds; what is older was left by a crash. */
const DUE_MS = 5 * 60_000;

/** The same for each deletion of one key, so that two of them are one. */
export function imageDeletionId(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Written in the commit that takes the image from its document. */
export function requestedDeletion(key: string, now: Date) {
  return { state: 'asked', key, due_at: dueAfter(now) } as const;
}

/** The images that documents name no more, on their way out of the bucket. */
export class FirestoreImageDeletions implements ImageDeletions {
  readonly #firestore: Firestore;
  readonly #now: () => Date;

  constructor(firestore: Firestore, now: () => Date) {
    this.#firestore = firestore;
    this.#now = now;
  }

  /** Asks for the deletion of an object that may never have had a document. */
  async request(key: string): Promise<string> {
    const id = imageDeletionId(key);
    await this.#firestore.runTransaction(async (transaction) => {
      const found = await this.#get(transaction, id);
      // What is done can have come back: a grant holds for an hour.
      if (found !== null && found.state !== 'done') return;
      transaction.set(this.#document(id), requestedDeletion(key, this.#now()));
    });
    return id;
  }

  /**
   * The key of the object to delete. Null where there is nothing to do, or where a document names it: the same image can
   * be that of several links, and a key can be given to a link by a person whose image it is not.
   */
  async begin(id: string): Promise<string | null> {
    return this.#firestore.runTransaction(async (transaction) => {
      const found = await this.#get(transaction, id);
      if (found?.key === undefined || found.state === 'done') return null;
      if (found.state === 'begun') return found.key;
      const { empty } = await transaction.get(this.#naming(found.key));
      if (!empty) {
        transaction.delete(this.#document(id));
        return null;
      }
      transaction.set(this.#document(id), { ...found, state: 'begun', due_at: dueAfter(this.#now()) });
      return found.key;
    });
  }

  /** Says that the object is gone. */
  async finish(id: string): Promise<void> {
    const expire_at = Timestamp.fromMillis(this.#now().getTime() + DELETED_IMAGE_BARRED_MS);
    await this.#document(id).set({ state: 'done', expire_at });
  }

  /** Those that should be done by now. */
  async due(limit: number): Promise<string[]> {
    const { docs } = await this.#firestore
      .collection(IMAGE_DELETIONS)
      .where('due_at', '<=', Timestamp.fromDate(this.#now()))
      .orderBy('due_at')
      .limit(limit)
      .get();
    return docs.map(({ id }) => id);
  }

  async isReferenced(key: string): Promise<boolean> {
    return !(await this.#naming(key).get()).empty;
  }

  /** The API gives uploads to the fields of their own folder only, and icons to theirs. */
  #naming(key: string): Query {
    const folder = key.split('/').at(2);
    const group = this.#firestore.collectionGroup(folder === 'folders' ? 'folders' : 'links');
    const field = folder === 'favicons' ? 'favicon_key' : 'image_s3_key';
    return group.where(field, '==', key).select().limit(1);
  }

  async #get(transaction: Transaction, id: string): Promise<StoredImageDeletion | null> {
    const snapshot = await transaction.get(this.#document(id));
    return snapshot.exists ? z.parse(storedImageDeletionSchema, snapshot.data()) : null;
  }

  #document(id: string) {
    return this.#firestore.doc(imageDeletionPath(id));
  }
}

function dueAfter(now: Date): Timestamp {
  return Timestamp.fromMillis(now.getTime() + DUE_MS);
}
