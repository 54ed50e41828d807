import {
  collectionPath,
  countersPath,
  usedChallengePath,
  userPath,
} from '@foldmark/contract/firestore-paths';
import { type Counters, type StoredUser, storedUserSchema } from '@foldmark/contract/stored';
import { FieldValue, type Firestore, Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';

import { Failure } from '#functions/http/failure.ts';
import type { Collection } from '#functions/library/collections.ts';
import { barUid, refuseBarred, releaseUid } from '#functions/library/barred-uid.ts';
import { destroyLibrary } from '#functions/library/destroy-library.ts';
import { entityOf } from '#functions/library/documents.ts';
import { FirestoreTransaction } from '#functions/library/firestore-transaction.ts';
import type {
  Destroyed,
  Library,
  LibraryTransaction,
  NewUser,
  SpentChallenge,
} from '#functions/library/library.ts';
import { untilCommitted } from '#functions/library/until-committed.ts';

const FIRST: Counters = { next_link_id: 1, next_folder_id: 1, next_folder_link_id: 1 };
/** gRPC's RESOURCE_EXHAUSTED and ABORTED: what Firestore says when too many want the same document. */
const CONTENTION: ReadonlySet<unknown> = new Set([8, 10]);

export class FirestoreLibrary implements Library {
  readonly #firestore: Firestore;
  readonly #uid: string;
  readonly #now: () => Date;

  constructor(firestore: Firestore, uid: string, now: () => Date) {
    this.#firestore = firestore;
    this.#uid = uid;
    this.#now = now;
  }

  async user(): Promise<StoredUser | null> {
    const snapshot = await this.#firestore.doc(userPath(this.#uid)).get();
    return snapshot.exists ? z.parse(storedUserSchema, snapshot.data()) : null;
  }

  async get<E extends object, K extends Partial<E>>(collection: Collection<E, K>, key: K): Promise<E | null> {
    return entityOf(await this.#firestore.doc(collection.path(this.#uid, key)).get(), collection);
  }

  async list<E extends object, K extends Partial<E>>(collection: Collection<E, K>): Promise<E[]> {
    const live = this.#firestore
      .collection(collectionPath(this.#uid, collection.name))
      .where('deleted', '==', false);
    const { docs } = await live.get();
    return docs.map((snapshot) => entityOf(snapshot, collection)).filter((entity) => entity !== null);
  }

  async transaction<T>(work: (transaction: LibraryTransaction) => Promise<T>): Promise<T> {
    try {
      return await untilCommitted(async () =>
        this.#firestore.runTransaction(
          async (transaction) =>
            work(new FirestoreTransaction(this.#firestore, transaction, this.#uid, this.#now())),
          { maxAttempts: 1 },
        ),
      );
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && CONTENTION.has(cause.code)) {
        throw new Failure('busy', { cause });
      }
      throw cause;
    }
  }

  async open(user: NewUser, challenge: SpentChallenge | null): Promise<NewUser | null> {
    const profile = this.#firestore.doc(userPath(this.#uid));
    const spent = challenge === null ? null : this.#firestore.doc(usedChallengePath(challenge.id));
    return this.#firestore.runTransaction(async (transaction) => {
      const existing = await transaction.get(profile);
      if (existing.exists) return z.parse(storedUserSchema, existing.data());
      await refuseBarred(this.#firestore, transaction, this.#uid, this.#now());
      if (challenge !== null && spent !== null) {
        if ((await transaction.get(spent)).exists) return null;
        transaction.create(spent, { expire_at: Timestamp.fromDate(challenge.expiresAt) });
      }
      const now = FieldValue.serverTimestamp();
      transaction.create(profile, { ...user, created_at: now, updated_at: now });
      transaction.create(this.#firestore.doc(countersPath(this.#uid)), FIRST);
      return user;
    });
  }

  async destroy(what: Destroyed): Promise<string[]> {
    await barUid(this.#firestore, this.#uid, what);
    return destroyLibrary(this.#firestore, this.#uid);
  }

  async destroyed(what: Destroyed): Promise<void> {
    await releaseUid(this.#firestore, this.#uid, what, this.#now());
  }
}
