import { createHash } from 'node:crypto';

import { IMAGE_DELETIONS, imageDeletionPath } from '@foldmark/contract/firestore-paths';
import { DELETED_IMAGE_BLOCKED_MS } from '@foldmark/contract/limits';
import { type StoredImageDeletion, storedImageDeletionSchema } from '@foldmark/contract/stored';
import { type Firestore, type Query, Timestamp, type Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';

import type { ImageDeletions } from '#functions/library/library.ts';

/** A task deletes an image within seconds. An older request was left by a crash. */
const DUE_MS = 5 * 60_000;

/** Depends on the key only, so that two deletions of one key share one document. */
export function imageDeletionId(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** The document of a new request. It is written in the commit that removes the reference. */
export function requestedDeletion(key: string, now: Date) {
  return { state: 'asked', key, due_at: dueAfter(now) } as const;
}

/** Deletes images that no document references. */
export class FirestoreImageDeletions implements ImageDeletions {
  readonly #firestore: Firestore;
  readonly #now: () => Date;

  constructor(firestore: Firestore, now: () => Date) {
    this.#firestore = firestore;
    this.#now = now;
  }

  /** Requests the deletion of an object that perhaps no document ever referenced. */
  async request(key: string): Promise<string> {
    const id = imageDeletionId(key);
    await this.#firestore.runTransaction(async (transaction) => {
      const found = await this.#get(transaction, id);
      // The object can exist again after a deletion, because an upload grant is valid for an hour.
      if (found !== null && found.state !== 'done') return;
      transaction.set(this.#document(id), requestedDeletion(key, this.#now()));
    });
    return id;
  }

  /**
   * Returns the key of the object to delete. Returns null if nothing is to be deleted or a document references the key:
   * several links can share an image, and a user can give a link the key of another user's image.
   */
  async begin(id: string): Promise<string | null> {
    return this.#firestore.runTransaction(async (transaction) => {
      const found = await this.#get(transaction, id);
      if (found?.key === undefined || found.state === 'done') return null;
      if (found.state === 'begun') return found.key;
      const { empty } = await transaction.get(this.#references(found.key));
      if (!empty) {
        transaction.delete(this.#document(id));
        return null;
      }
      transaction.set(this.#document(id), { ...found, state: 'begun', due_at: dueAfter(this.#now()) });
      return found.key;
    });
  }

  /** Records that the object is deleted. */
  async finish(id: string): Promise<void> {
    const expire_at = Timestamp.fromMillis(this.#now().getTime() + DELETED_IMAGE_BLOCKED_MS);
    await this.#document(id).set({ state: 'done', expire_at });
  }

  /** Returns the ids of the requests that should be finished by now. */
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
    return !(await this.#references(key).get()).empty;
  }

  /** Queries one field, because the API accepts a key only for the field that belongs to its folder. */
  #references(key: string): Query {
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
