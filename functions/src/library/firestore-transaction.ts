import {
  collectionPath,
  countersPath,
  imageDeletionPath,
  type ObjectKind,
  userPath,
} from '@foldmark/contract/firestore-paths';
import { STORED_REQUEST_KEYS, TOMBSTONE_DAYS } from '@foldmark/contract/limits';
import {
  type Counters,
  countersSchema,
  type CreatedId,
  type StoredUser,
  storedUserSchema,
} from '@foldmark/contract/stored';
import { FieldValue, type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';

import type { Meter } from '#functions/allowance/meter.ts';
import { Failure } from '#functions/errors/failure.ts';
import type { Collection } from '#functions/library/collections.ts';
import { difference, entityOf } from '#functions/library/documents.ts';
import { requestedDeletion, imageDeletionId } from '#functions/library/image-deletions.ts';
import type { Condition, CountedKind, LibraryTransaction, AllocatedId } from '#functions/library/library.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The number of values that one `in` filter accepts. */
const MAX_IN_VALUES = 30;

interface TransactionParts {
  readonly firestore: Firestore;
  readonly transaction: Transaction;
  readonly uid: string;
  readonly now: Date;
  readonly meter: Meter;
}

export class FirestoreTransaction implements LibraryTransaction {
  readonly #firestore: Firestore;
  readonly #transaction: Transaction;
  readonly #uid: string;
  readonly #now: Date;
  readonly #expireAt: Timestamp;
  readonly #meter: Meter;
  #writes = 0;
  readonly #unreferencedImages = new Set<string>();

  constructor({ firestore, transaction, uid, now, meter }: TransactionParts) {
    this.#firestore = firestore;
    this.#transaction = transaction;
    this.#uid = uid;
    this.#now = now;
    this.#expireAt = Timestamp.fromMillis(now.getTime() + TOMBSTONE_DAYS * DAY_MS);
    this.#meter = meter;
  }

  /** The number of documents to write. Only a commit is billed. */
  get writes(): number {
    return this.#writes;
  }

  /** The ids of the image deletions that this transaction requests. */
  get imageDeletions(): readonly string[] {
    return [...this.#unreferencedImages].map(imageDeletionId);
  }

  async user(): Promise<StoredUser | null> {
    this.#meter.read(1);
    const snapshot = await this.#transaction.get(this.#firestore.doc(userPath(this.#uid)));
    return snapshot.exists ? z.parse(storedUserSchema, snapshot.data()) : null;
  }

  async get<E extends object, K extends Partial<E>>(collection: Collection<E, K>, key: K): Promise<E | null> {
    this.#meter.read(1);
    return entityOf(await this.#transaction.get(this.#document(collection, key)), collection);
  }

  async find<E extends object, K extends Partial<E>>(
    collection: Collection<E, K>,
    { field, among }: Condition<E>,
    limit?: number,
  ): Promise<E[]> {
    const live = this.#firestore
      .collection(collectionPath(this.#uid, collection.name))
      .where('deleted', '==', false);
    const found: E[] = [];
    for (let from = 0; from < among.length; from += MAX_IN_VALUES) {
      const some = live.where(field, 'in', among.slice(from, from + MAX_IN_VALUES));
      const { docs } = await this.#transaction.get(limit === undefined ? some : some.limit(limit));
      // A query that finds nothing is billed as one read.
      this.#meter.read(Math.max(1, docs.length));
      for (const snapshot of docs) {
        const entity = entityOf(snapshot, collection);
        if (entity !== null) found.push(entity);
      }
    }
    return found;
  }

  async allocateId(kind: CountedKind): Promise<number> {
    const id = (await this.#counters())[`next_${kind}_id`];
    this.#count({ [`next_${kind}_id`]: id + 1 });
    return id;
  }

  async allocateIdOnce(kind: ObjectKind, requestKey: string | null): Promise<AllocatedId> {
    const { made = [], [`next_${kind}_id` as const]: next } = await this.#counters();
    const known = made.find((one) => one.key === requestKey && one.kind === kind);
    if (known !== undefined) return { id: known.id, isNew: false };
    const remembered: CreatedId[] =
      requestKey === null ? made : [...made, { key: requestKey, kind, id: next }];
    this.#count({ [`next_${kind}_id`]: next + 1, made: remembered.slice(-STORED_REQUEST_KEYS) });
    return { id: next, isNew: true };
  }

  async countUpload(day: string): Promise<number> {
    const { uploads } = await this.#counters();
    const granted = uploads?.day === day ? uploads.granted + 1 : 1;
    this.#count({ uploads: { day, granted } });
    return granted;
  }

  async isImageBeingDeleted(key: string): Promise<boolean> {
    this.#meter.read(1);
    return (await this.#transaction.get(this.#firestore.doc(imageDeletionPath(imageDeletionId(key))))).exists;
  }

  put<E extends object, K extends Partial<E>>(collection: Collection<E, K>, entity: E): void {
    const now = FieldValue.serverTimestamp();
    this.#writes += 1;
    this.#transaction.set(this.#document(collection, collection.keyOf(entity)), {
      ...entity,
      deleted: false,
      updated_at: now,
      ...(collection.dated ? { created_at: now } : {}),
    });
  }

  change<E extends object, K extends Partial<E>>(
    collection: Collection<E, K>,
    entity: E,
    fields: Partial<E>,
  ): E {
    const differing = difference(entity, fields);
    this.#update(this.#document(collection, collection.keyOf(entity)).path, differing);
    for (const field of collection.images) if (field in differing) this.#requestDeletion(entity[field]);
    return { ...entity, ...fields };
  }

  tombstone<E extends object, K extends Partial<E>>(
    collection: Collection<E, K>,
    entities: readonly E[],
  ): void {
    for (const entity of entities) {
      const key = collection.keyOf(entity);
      this.#writes += 1;
      this.#transaction.set(this.#document(collection, key), {
        ...key,
        deleted: true,
        updated_at: FieldValue.serverTimestamp(),
        expire_at: this.#expireAt,
      });
      for (const field of collection.images) this.#requestDeletion(entity[field]);
    }
  }

  changeUser(user: StoredUser, fields: Partial<StoredUser>): StoredUser {
    this.#update(userPath(this.#uid), difference(user, fields));
    return { ...user, ...fields };
  }

  #requestDeletion(key: unknown): void {
    if (typeof key !== 'string' || key === '' || this.#unreferencedImages.has(key)) return;
    this.#unreferencedImages.add(key);
    const document = this.#firestore.doc(imageDeletionPath(imageDeletionId(key)));
    this.#writes += 1;
    this.#transaction.set(document, requestedDeletion(key, this.#now));
  }

  async #counters(): Promise<Counters> {
    this.#meter.read(1);
    const snapshot = await this.#transaction.get(this.#firestore.doc(countersPath(this.#uid)));
    if (!snapshot.exists) throw new Failure('noProfile');
    return z.parse(countersSchema, snapshot.data());
  }

  #count(changes: Partial<Counters>): void {
    this.#writes += 1;
    this.#transaction.update(this.#firestore.doc(countersPath(this.#uid)), changes);
  }

  #update(path: string, changes: object): void {
    if (Object.keys(changes).length === 0) return;
    const document = this.#firestore.doc(path);
    this.#writes += 1;
    this.#transaction.update(document, { ...changes, updated_at: FieldValue.serverTimestamp() });
  }

  #document<E extends object, K extends Partial<E>>(collection: Collection<E, K>, key: K) {
    return this.#firestore.doc(collection.path(this.#uid, key));
  }
}
