import {
  collectionPath,
  countersPath,
  usedChallengePath,
  userPath,
} from '@foldmark/contract/firestore-paths';
import { serverLinkFields, type StoredUser, storedUserSchema } from '@foldmark/contract/stored';
import { FieldValue, QueryDocumentSnapshot, Timestamp, type Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';

import type { Meter } from '#functions/allowance/meter.ts';
import { codeOf } from '#functions/errors/error-fields.ts';
import { Failure } from '#functions/errors/failure.ts';
import { type Collection, LINKS } from '#functions/store/collections.ts';
import type { DestroyDeps } from '#functions/store/destroy-library.ts';
import { LibraryDeletion, rejectBlockedUid } from '#functions/store/library-deletion.ts';
import { FIRST_IDS } from '#functions/store/counter-document.ts';
import { entityOf } from '#functions/store/documents.ts';
import { FirestoreTransaction } from '#functions/store/firestore-transaction.ts';
import type {
  Library,
  LibraryTransaction,
  LinkUrl,
  NewUser,
  SpentChallenge,
} from '#functions/store/library.ts';
import type { Author } from '#functions/store/action-documents.ts';
import type { LeftoversStep } from '#functions/store/steps.ts';
import { retryTransaction } from '#functions/store/retry-transaction.ts';

const linkUrlSchema = z.pick(serverLinkFields, { link_id: true, url: true, status_id: true });
/** Every 512 characters of a document count as another read, because they fill the memory that all calls share. */
export const CHARACTERS_PER_READ = 512;
/** gRPC's RESOURCE_EXHAUSTED and ABORTED, which Firestore returns if transactions contend for a document. */
const CONTENTION: ReadonlySet<unknown> = new Set([8, 10]);

interface Deps extends DestroyDeps {
  readonly meter: Meter;
  /** Identifies the call. Set if the call makes one change and has an Idempotency-Key. */
  readonly mark?: string | null;
  /** The app that makes the call. */
  readonly author?: Author | null;
  /** Called after a commit that starts the job of `LeftoversDocument`. */
  readonly onLeftovers: (step: LeftoversStep) => Promise<void>;
  /** Called after a commit that requests a snapshot for now. If this queues no task, `housekeeping` queues one later. */
  readonly onSnapshotDue?: () => Promise<void>;
}

export class FirestoreLibrary implements Library {
  readonly #deps: Deps;
  readonly deletion: LibraryDeletion;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.deletion = new LibraryDeletion(deps);
  }

  async user(): Promise<StoredUser | null> {
    this.#deps.meter.read(1);
    const snapshot = await this.#deps.firestore.doc(userPath(this.#deps.uid)).get();
    return snapshot.exists ? z.parse(storedUserSchema, snapshot.data()) : null;
  }

  async get<E extends object, K extends Partial<E>>(collection: Collection<E, K>, key: K): Promise<E | null> {
    this.#deps.meter.read(1);
    return entityOf(await this.#deps.firestore.doc(collection.path(this.#deps.uid, key)).get(), collection);
  }

  async list<E extends object, K extends Partial<E>>(collection: Collection<E, K>): Promise<E[]> {
    const live = this.#deps.firestore
      .collection(collectionPath(this.#deps.uid, collection.name))
      .where('deleted', '==', false);
    const found: E[] = [];
    // Streams the documents, so that the meter can stop the listing half-way.
    for await (const snapshot of live.stream()) {
      if (!(snapshot instanceof QueryDocumentSnapshot)) continue;
      const entity = entityOf(snapshot, collection);
      this.#deps.meter.read(1 + (entity === null ? 0 : Math.floor(textLength(entity) / CHARACTERS_PER_READ)));
      if (entity !== null) found.push(entity);
    }
    // Firestore bills a query without results as one read.
    if (found.length === 0) this.#deps.meter.read(1);
    return found;
  }

  async *linkUrls(): AsyncIterable<LinkUrl> {
    const live = this.#deps.firestore
      .collection(collectionPath(this.#deps.uid, LINKS.name))
      .where('deleted', '==', false);
    for await (const snapshot of live.select('link_id', 'url', 'status_id').stream()) {
      if (!(snapshot instanceof QueryDocumentSnapshot)) continue;
      this.#deps.meter.read(1);
      yield z.parse(linkUrlSchema, snapshot.data());
    }
  }

  async transaction<T>(work: (transaction: LibraryTransaction) => Promise<T>): Promise<T> {
    const { meter, onImageDeletions, onLeftovers, onSnapshotDue } = this.#deps;
    // Only the committed attempt is billed and passed on.
    const { answer, attempt } = await this.#commit(work);
    const { imageDeletions, keptImages, imports, leftovers, isSnapshotDue } = attempt;
    const images = imageDeletions.length + keptImages;
    const tasks = [images > 0, leftovers.members > 0, isSnapshotDue];
    meter.count({
      write: attempt.writes,
      deletion: attempt.deletes,
      byte: attempt.actionBytes,
      entry: imports.entries,
      image: images,
      leftover: leftovers.members,
      task: tasks.filter(Boolean).length,
    });
    if (imageDeletions.length > 0) await onImageDeletions(imageDeletions);
    if (leftovers.first !== null) await onLeftovers(leftovers.first);
    if (isSnapshotDue) await onSnapshotDue?.();
    return answer;
  }

  async #commit<T>(
    work: (transaction: LibraryTransaction) => Promise<T>,
  ): Promise<{ readonly answer: T; readonly attempt: FirestoreTransaction }> {
    const { firestore, now } = this.#deps;
    const attemptIn = async (transaction: Transaction) => {
      const attempt = new FirestoreTransaction({ ...this.#deps, transaction, now: now() });
      const answer = await work(attempt);
      await attempt.write();
      return { answer, attempt };
    };
    try {
      return await retryTransaction(async () => firestore.runTransaction(attemptIn, { maxAttempts: 1 }));
    } catch (cause) {
      throw CONTENTION.has(codeOf(cause)) ? new Failure('busy', { cause }) : cause;
    }
  }

  async createProfile(user: NewUser, challenge: SpentChallenge | null): Promise<NewUser | null> {
    const profile = this.#deps.firestore.doc(userPath(this.#deps.uid));
    const spent = challenge === null ? null : this.#deps.firestore.doc(usedChallengePath(challenge.id));
    let writes = 0;
    const opened = await this.#deps.firestore.runTransaction(async (transaction) => {
      this.#deps.meter.read(1);
      const existing = await transaction.get(profile);
      if (existing.exists) return z.parse(storedUserSchema, existing.data());
      this.#deps.meter.read(1);
      await rejectBlockedUid(this.#deps.firestore, transaction, this.#deps.uid, this.#deps.now());
      if (challenge !== null && spent !== null) {
        this.#deps.meter.read(1);
        if ((await transaction.get(spent)).exists) return null;
        transaction.create(spent, { expire_at: Timestamp.fromDate(challenge.expiresAt) });
      }
      writes = spent === null ? 2 : 3;
      const now = FieldValue.serverTimestamp();
      transaction.create(profile, { ...user, created_at: now, updated_at: now });
      transaction.create(this.#deps.firestore.doc(countersPath(this.#deps.uid)), FIRST_IDS);
      return user;
    });
    this.#deps.meter.count({ write: writes });
    return opened;
  }
}

function textLength(entity: object): number {
  let length = 0;
  for (const value of Object.values<unknown>({ ...entity }))
    if (typeof value === 'string') length += value.length;
  return length;
}
