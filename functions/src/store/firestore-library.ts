import {
  collectionPath,
  countersPath,
  usedChallengePath,
  userPath,
} from '@foldmark/contract/firestore-paths';
import {
  type Counters,
  serverLinkFields,
  type StoredUser,
  storedUserSchema,
} from '@foldmark/contract/stored';
import {
  FieldValue,
  type Firestore,
  QueryDocumentSnapshot,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';

import type { Meter } from '#functions/allowance/meter.ts';
import { Failure } from '#functions/errors/failure.ts';
import { type Collection, LINKS } from '#functions/store/collections.ts';
import { beginNext, beginTry, blockUid, rejectBlockedUid, releaseUid } from '#functions/store/blocked-uid.ts';
import { destroyLibrary, type LibraryDeps } from '#functions/store/destroy-library.ts';
import { entityOf } from '#functions/store/documents.ts';
import { FirestoreTransaction } from '#functions/store/firestore-transaction.ts';
import type {
  DeletionStep,
  Library,
  LibraryTransaction,
  LeftoversStep,
  LinkUrl,
  NewUser,
  SpentChallenge,
} from '#functions/store/library.ts';
import { retryTransaction } from '#functions/store/retry-transaction.ts';

const FIRST_IDS: Counters = { next_link_id: 1, next_folder_id: 1, next_folder_link_id: 1 };
const linkUrlSchema = z.pick(serverLinkFields, { link_id: true, url: true, status_id: true });
/** Every 512 characters of a document count as another read, because they fill the memory that all calls share. */
const CHARACTERS_PER_READ = 512;
/** gRPC's RESOURCE_EXHAUSTED and ABORTED, Firestore's errors for contention on a document. */
const CONTENTION: ReadonlySet<unknown> = new Set([8, 10]);

/** The result of one attempt at a transaction. It counts only if the attempt commits. */
interface Attempt<T> {
  readonly answer: T;
  readonly writes: number;
  readonly deletes: number;
  /** The size of what undoes an action. Other documents are small. */
  readonly actionBytes: number;
  readonly imageDeletions: readonly string[];
  /** The links and folders of a part of an import. */
  readonly importEntries: number;
  /** The number of images that are deleted a day later. */
  readonly keptImages: number;
  /** How many memberships are left to a job, and its first step if it does not run yet. */
  readonly leftovers: { readonly documents: number; readonly first: LeftoversStep | null };
  readonly isSnapshotDue: boolean;
}

interface Deps extends LibraryDeps {
  readonly meter: Meter;
  /** Identifies the call if it makes one change and has an Idempotency-Key. */
  readonly mark?: string | null;
  /** Called after a commit that begins the job of `LeftoversTransaction`. */
  readonly onLeftovers: (step: LeftoversStep) => Promise<void>;
  /** Called after a commit that asks for a snapshot now. If it queues no task, `housekeeping` does it later. */
  readonly onSnapshotDue?: () => Promise<void>;
}

export class FirestoreLibrary implements Library {
  readonly #firestore: Firestore;
  readonly #uid: string;
  readonly #now: () => Date;
  readonly #meter: Meter;
  readonly #mark: string | null;
  readonly #onImageDeletions: LibraryDeps['onImageDeletions'];
  readonly #onLeftovers: Deps['onLeftovers'];
  readonly #onSnapshotDue: () => Promise<void>;

  constructor({
    firestore,
    uid,
    now,
    meter,
    mark = null,
    onImageDeletions,
    onLeftovers,
    onSnapshotDue = async () => undefined,
  }: Deps) {
    this.#firestore = firestore;
    this.#uid = uid;
    this.#now = now;
    this.#meter = meter;
    this.#mark = mark;
    this.#onImageDeletions = onImageDeletions;
    this.#onLeftovers = onLeftovers;
    this.#onSnapshotDue = onSnapshotDue;
  }

  async user(): Promise<StoredUser | null> {
    this.#meter.read(1);
    const snapshot = await this.#firestore.doc(userPath(this.#uid)).get();
    return snapshot.exists ? z.parse(storedUserSchema, snapshot.data()) : null;
  }

  async get<E extends object, K extends Partial<E>>(collection: Collection<E, K>, key: K): Promise<E | null> {
    this.#meter.read(1);
    return entityOf(await this.#firestore.doc(collection.path(this.#uid, key)).get(), collection);
  }

  async list<E extends object, K extends Partial<E>>(collection: Collection<E, K>): Promise<E[]> {
    const live = this.#firestore
      .collection(collectionPath(this.#uid, collection.name))
      .where('deleted', '==', false);
    const found: E[] = [];
    // Streams the documents, so that the meter can stop the list half-way.
    for await (const snapshot of live.stream()) {
      if (!(snapshot instanceof QueryDocumentSnapshot)) continue;
      const entity = entityOf(snapshot, collection);
      this.#meter.read(1 + (entity === null ? 0 : Math.floor(textLength(entity) / CHARACTERS_PER_READ)));
      if (entity !== null) found.push(entity);
    }
    // A query that finds nothing is billed as one read.
    if (found.length === 0) this.#meter.read(1);
    return found;
  }

  async *linkUrls(): AsyncIterable<LinkUrl> {
    const live = this.#firestore
      .collection(collectionPath(this.#uid, LINKS.name))
      .where('deleted', '==', false);
    for await (const snapshot of live.select('link_id', 'url', 'status_id').stream()) {
      if (!(snapshot instanceof QueryDocumentSnapshot)) continue;
      this.#meter.read(1);
      yield z.parse(linkUrlSchema, snapshot.data());
    }
  }

  async transaction<T>(work: (transaction: LibraryTransaction) => Promise<T>): Promise<T> {
    const {
      answer,
      writes,
      deletes,
      actionBytes,
      imageDeletions,
      keptImages,
      importEntries,
      leftovers,
      isSnapshotDue,
    } = await this.#commit(work);
    this.#meter.wrote(writes);
    this.#meter.deleted(deletes);
    this.#meter.stored(actionBytes);
    this.#meter.toImport(importEntries);
    const images = imageDeletions.length + keptImages;
    if (images > 0) this.#meter.queuedImages(images);
    if (imageDeletions.length > 0) await this.#onImageDeletions(imageDeletions);
    if (leftovers.documents > 0) this.#meter.queuedLeftovers(leftovers.documents);
    if (leftovers.first !== null) await this.#onLeftovers(leftovers.first);
    if (isSnapshotDue) {
      this.#meter.queued();
      await this.#onSnapshotDue();
    }
    return answer;
  }

  async #commit<T>(work: (transaction: LibraryTransaction) => Promise<T>): Promise<Attempt<T>> {
    try {
      return await retryTransaction(async () =>
        this.#firestore.runTransaction(async (transaction) => this.#attempt(transaction, work), {
          maxAttempts: 1,
        }),
      );
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && CONTENTION.has(cause.code)) {
        throw new Failure('busy', { cause });
      }
      throw cause;
    }
  }

  /** Returns the number of writes instead of metering them, because only a commit is billed. */
  async #attempt<T>(
    transaction: Transaction,
    work: (transaction: LibraryTransaction) => Promise<T>,
  ): Promise<Attempt<T>> {
    const attempt = new FirestoreTransaction({
      firestore: this.#firestore,
      transaction,
      uid: this.#uid,
      now: this.#now(),
      meter: this.#meter,
      mark: this.#mark,
    });
    const answer = await work(attempt);
    await attempt.write();
    const { writes, deletes, actionBytes, imageDeletions, keptImages, leftovers, isSnapshotDue } = attempt;
    const importEntries = attempt.imports.entries;
    const counts = { writes, deletes, actionBytes, keptImages, importEntries };
    return { answer, ...counts, imageDeletions, leftovers, isSnapshotDue };
  }

  async createProfile(user: NewUser, challenge: SpentChallenge | null): Promise<NewUser | null> {
    const profile = this.#firestore.doc(userPath(this.#uid));
    const spent = challenge === null ? null : this.#firestore.doc(usedChallengePath(challenge.id));
    let writes = 0;
    const opened = await this.#firestore.runTransaction(async (transaction) => {
      this.#meter.read(1);
      const existing = await transaction.get(profile);
      if (existing.exists) return z.parse(storedUserSchema, existing.data());
      this.#meter.read(1);
      await rejectBlockedUid(this.#firestore, transaction, this.#uid, this.#now());
      if (challenge !== null && spent !== null) {
        this.#meter.read(1);
        if ((await transaction.get(spent)).exists) return null;
        transaction.create(spent, { expire_at: Timestamp.fromDate(challenge.expiresAt) });
      }
      writes = spent === null ? 2 : 3;
      const now = FieldValue.serverTimestamp();
      transaction.create(profile, { ...user, created_at: now, updated_at: now });
      transaction.create(this.#firestore.doc(countersPath(this.#uid)), FIRST_IDS);
      return user;
    });
    this.#meter.wrote(writes);
    return opened;
  }

  async block(check?: (profile: StoredUser | null) => void): Promise<DeletionStep | null> {
    this.#meter.readWithoutLimit(check === undefined ? 1 : 2);
    const first = await blockUid(this.#firestore, this.#uid, this.#now(), check);
    if (first !== null) {
      this.#meter.wrote(1);
      this.#meter.deleted(2);
    }
    return first;
  }

  async beginDestroying(step?: DeletionStep): Promise<DeletionStep | null> {
    return beginTry(this.#firestore, this.#uid, this.#now(), step);
  }

  async continueDestroying(step: DeletionStep): Promise<DeletionStep | null> {
    return beginNext(this.#firestore, this.#now(), step);
  }

  destroy(): AsyncIterable<number> {
    return destroyLibrary({
      firestore: this.#firestore,
      uid: this.#uid,
      now: this.#now,
      onImageDeletions: this.#onImageDeletions,
    });
  }

  async markDestroyed(): Promise<void> {
    await releaseUid(this.#firestore, this.#uid, this.#now());
    this.#meter.wrote(1);
  }
}

function textLength(entity: object): number {
  let length = 0;
  for (const value of Object.values<unknown>({ ...entity }))
    if (typeof value === 'string') length += value.length;
  return length;
}
