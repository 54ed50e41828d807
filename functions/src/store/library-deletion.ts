import { countersPath, deletionPath, userPath } from '@foldmark/contract/firestore-paths';
import { DELETED_UID_BLOCKED_MS } from '@foldmark/contract/limits';
import { storedDeletionSchema, type StoredUser, storedUserSchema } from '@foldmark/contract/stored';
import { type DocumentSnapshot, type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';

import type { Meter } from '#functions/allowance/meter.ts';
import { Failure } from '#functions/errors/failure.ts';
import { destroyLibrary, type DestroyDeps } from '#functions/store/destroy-library.ts';
import type { DeletionStep } from '#functions/store/steps.ts';
import { DUE_MS, dueAt, timeAfter } from '#functions/store/times.ts';

/** A deletion that keeps failing must not end, so it waits for longer each time: a quarter of its age. */
const WAITED_PART = 4;

interface Deps extends DestroyDeps {
  readonly meter: Meter;
}

/** The deletion of an account's library, step by step. */
export class LibraryDeletion {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Blocks the uid and deletes its profile and counters in one commit. Without the counters, nothing new can be stored. The block
   * prevents a login during the deletion from creating a new profile. `check` gets the profile in the same transaction, or null
   * if an earlier call has deleted it. If `check` throws, nothing is deleted. Returns the step whose task must be queued. Null if
   * the deletion has ended or already waits for its task, because a repeat must not start it twice.
   */
  async begin(check?: (profile: StoredUser | null) => void): Promise<DeletionStep | null> {
    const { firestore, uid, meter } = this.#deps;
    const now = this.#deps.now();
    meter.count({ read: check === undefined ? 1 : 2 });
    const first = await firestore.runTransaction(async (transaction): Promise<DeletionStep | null> => {
      if (check !== undefined) {
        const profile = await transaction.get(firestore.doc(userPath(uid)));
        check(profile.exists ? z.parse(storedUserSchema, profile.data()) : null);
      }
      const stored = z.parse(storedDeletionSchema, (await transaction.get(this.#document)).data() ?? {});
      const { unfinished_since = Timestamp.fromDate(now), due_at, expire_at, step = 0 } = stored;
      if ([due_at, expire_at].some((time) => time !== undefined && time.toMillis() > now.getTime()))
        return null;
      transaction.set(this.#document, { unfinished_since, due_at: dueAt(now), step });
      transaction.delete(firestore.doc(countersPath(uid)));
      transaction.delete(firestore.doc(userPath(uid)));
      return { uid, state: 'deleting', part: step };
    });
    if (first !== null) meter.count({ write: 1, deletion: 2 });
    return first;
  }

  /**
   * Begins a try of a step, and sets the time of the next try in case this one fails. Returns the step. Null if no deletion is
   * unfinished, or if the deletion is at another step than `expected`.
   */
  async beginTry(expected?: DeletionStep): Promise<DeletionStep | null> {
    const { uid, now } = this.#deps;
    const waiting = waitingStep(await this.#document.get(), now());
    if (waiting === null || waiting.part !== (expected?.part ?? waiting.part)) return null;
    await this.#document.update({ due_at: waiting.nextTry });
    return { uid, state: 'deleting', part: waiting.part };
  }

  /**
   * Begins the next step, and returns it. Null if another delivery of the task has begun it, because two deliveries can end at
   * the same time.
   */
  async beginNext(step: DeletionStep): Promise<DeletionStep | null> {
    return this.#deps.firestore.runTransaction(async (transaction) => {
      const waiting = waitingStep(await transaction.get(this.#document), this.#deps.now());
      if (waiting?.part !== step.part) return null;
      const next = { ...step, part: step.part + 1 };
      transaction.update(this.#document, { step: next.part, due_at: waiting.nextTry });
      return next;
    });
  }

  /**
   * Deletes the documents and requests the deletion of their images, page by page. Yields the number of documents of each page.
   * The caller can stop at any page and start again later.
   */
  destroy(): AsyncIterable<number> {
    return destroyLibrary(this.#deps);
  }

  /** Records that the deletion is complete. The uid stays blocked until the last token of the account has expired. */
  async end(): Promise<void> {
    await this.#document.set({ expire_at: timeAfter(this.#deps.now(), DELETED_UID_BLOCKED_MS) });
    this.#deps.meter.count({ write: 1 });
  }

  get #document() {
    return this.#deps.firestore.doc(deletionPath(this.#deps.uid));
  }
}

/** The current step of an unfinished deletion, and the time when a job retries it. */
function waitingStep(
  snapshot: DocumentSnapshot,
  now: Date,
): { readonly part: number; readonly nextTry: Timestamp } | null {
  const { unfinished_since, step = 0 } = z.parse(storedDeletionSchema, snapshot.data() ?? {});
  if (unfinished_since === undefined) return null;
  const wait = Math.max(DUE_MS, (now.getTime() - unfinished_since.toMillis()) / WAITED_PART);
  return { part: step, nextTry: timeAfter(now, wait) };
}

/** Throws while a deletion blocks the uid. Checks `expire_at`, because Firestore can purge an expired document a day late. */
export async function rejectBlockedUid(
  firestore: Firestore,
  transaction: Transaction,
  uid: string,
  now: Date,
): Promise<void> {
  const snapshot = await transaction.get(firestore.doc(deletionPath(uid)));
  if (!snapshot.exists) return;
  const { expire_at } = z.parse(storedDeletionSchema, snapshot.data());
  if (expire_at !== undefined && expire_at.toMillis() <= now.getTime()) return;
  throw new Failure('notSignedIn');
}
