import { createHash } from 'node:crypto';

import { IMAGE_DELETIONS, imageDeletionPath } from '@foldmark/contract/firestore-paths';
import { DELETED_IMAGE_BLOCKED_MS, REPLACED_IMAGE_KEPT_MS } from '@foldmark/contract/limits';
import { type StoredImageDeletion, storedImageDeletionSchema } from '@foldmark/contract/stored';
import type { DocumentSnapshot, Firestore, Query, Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';

import { dueAmong } from '#functions/store/libraries.ts';
import { timeAfter, dueAt } from '#functions/store/times.ts';

/** The fields that hold the keys of a folder of the bucket. All others are in `image_s3_key`. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ['favicons', 'favicon_key'],
  ['pictures', 'picture_s3_key'],
]);

/** The id depends on the key only, so that two deletions of one key share one document. */
export function imageDeletionId(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** The document of a new request, written in the commit that removes the reference. */
export function requestedDeletion(key: string, now: Date) {
  return { state: 'asked', key, due_at: dueAt(now) } as const;
}

/** The document of a request that this user can withdraw by an undo for a day. */
export function keptDeletion(key: string, uid: string, now: Date) {
  return { state: 'asked', key, kept_for: uid, due_at: timeAfter(now, REPLACED_IMAGE_KEPT_MS) } as const;
}

/** Requested deletions of images that no document references. `StoredImageDeletion` describes their states. */
export class ImageDeletions {
  readonly #firestore: Firestore;
  readonly #now: () => Date;

  constructor(firestore: Firestore, now: () => Date) {
    this.#firestore = firestore;
    this.#now = now;
  }

  /** Requests the deletion of an object that possibly no document ever referenced. Returns the id of the request. */
  async request(key: string): Promise<string> {
    const id = imageDeletionId(key);
    await this.#firestore.runTransaction(async (transaction) => {
      const found = await this.#get(transaction, id);
      // The object can exist again after its deletion, because an upload grant is valid for an hour.
      if (found !== null && found.state !== 'done') return;
      transaction.set(this.#document(id), requestedDeletion(key, this.#now()));
    });
    return id;
  }

  /**
   * Returns the key of the object to delete. Returns null if it is too early, or if a document references the key. Several links
   * can share an image, and a user can give a link the key of another user's image.
   */
  async begin(id: string): Promise<string | null> {
    return this.#firestore.runTransaction(async (transaction) => {
      const found = await this.#get(transaction, id);
      if (found?.key === undefined || found.state === 'done') return null;
      if (found.state === 'begun') return found.key;
      if (isKept(found, this.#now())) return null;
      const { empty } = await transaction.get(this.#references(found.key));
      if (!empty) {
        transaction.delete(this.#document(id));
        return null;
      }
      transaction.set(this.#document(id), { state: 'begun', key: found.key, due_at: dueAt(this.#now()) });
      return found.key;
    });
  }

  /** Records that the object is deleted. */
  async finish(id: string): Promise<void> {
    const expire_at = timeAfter(this.#now(), DELETED_IMAGE_BLOCKED_MS);
    await this.#document(id).set({ state: 'done', expire_at });
  }

  /** Returns the ids of the requests whose time has come. */
  async due(limit: number): Promise<string[]> {
    const docs = await dueAmong(this.#firestore.collection(IMAGE_DELETIONS), this.#now(), limit);
    return docs.map(({ id }) => id);
  }

  /** True if a document references the image, or if an undo could restore such a reference. */
  async isInUse(key: string): Promise<boolean> {
    if (!(await this.#references(key).get()).empty) return true;
    const found = parsed(await this.#document(imageDeletionId(key)).get());
    return found !== null && isKept(found, this.#now());
  }

  /** Queries one field, because the API accepts a key only in the field that belongs to its folder. */
  #references(key: string): Query {
    const folder = key.split('/').at(2) ?? '';
    const group = this.#firestore.collectionGroup(folder === 'folders' ? 'folders' : 'links');
    return group
      .where(FIELDS.get(folder) ?? 'image_s3_key', '==', key)
      .select()
      .limit(1);
  }

  async #get(transaction: Transaction, id: string): Promise<StoredImageDeletion | null> {
    return parsed(await transaction.get(this.#document(id)));
  }

  #document(id: string) {
    return this.#firestore.doc(imageDeletionPath(id));
  }
}

function parsed(snapshot: DocumentSnapshot): StoredImageDeletion | null {
  return snapshot.exists ? z.parse(storedImageDeletionSchema, snapshot.data()) : null;
}

function isKept({ kept_for, due_at }: StoredImageDeletion, now: Date): boolean {
  return kept_for !== undefined && due_at !== undefined && due_at.toMillis() > now.getTime();
}
