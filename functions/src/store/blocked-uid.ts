import { countersPath, deletionPath, userPath } from '@foldmark/contract/firestore-paths';
import { DELETED_UID_BLOCKED_MS } from '@foldmark/contract/limits';
import { storedDeletionSchema, type StoredUser, storedUserSchema } from '@foldmark/contract/stored';
import { type DocumentSnapshot, type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';

import { Failure } from '#functions/errors/failure.ts';
import type { DeletionStep } from '#functions/store/steps.ts';
import { timeAfter, DUE_MS, dueAt } from '#functions/store/times.ts';

/** A deletion that keeps failing must not end, so it waits longer and longer: a quarter of its age. */
const WAITED_PART = 4;

/**
 * Blocks a uid and deletes its profile and counters in one commit. Without the counters nothing new can be stored. The block
 * prevents a login during the deletion from creating a new profile. Does nothing if `check` throws. Returns null if the uid is
 * blocked already and its deletion has ended or waits for its task: a repeat must not begin it a second time.
 */
export async function blockUid(
  firestore: Firestore,
  uid: string,
  now: Date,
  check?: (profile: StoredUser | null) => void,
): Promise<DeletionStep | null> {
  const deletion = firestore.doc(deletionPath(uid));
  return firestore.runTransaction(async (transaction) => {
    if (check !== undefined) {
      const profile = await transaction.get(firestore.doc(userPath(uid)));
      check(profile.exists ? z.parse(storedUserSchema, profile.data()) : null);
    }
    const before = await transaction.get(deletion);
    const stored = before.exists ? z.parse(storedDeletionSchema, before.data()) : {};
    const { unfinished_since: began, due_at, expire_at, step = 0 } = stored;
    if ([due_at, expire_at].some((time) => time !== undefined && time.toMillis() > now.getTime()))
      return null;
    transaction.set(deletion, {
      unfinished_since: began ?? Timestamp.fromDate(now),
      due_at: dueAt(now),
      step,
    });
    transaction.delete(firestore.doc(countersPath(uid)));
    transaction.delete(firestore.doc(userPath(uid)));
    return { uid, state: 'deleting', part: step };
  });
}

/** Sets when a job tries again if this try fails. Returns the step that the deletion waits for. Null if that is not `expected`. */
export async function beginTry(
  firestore: Firestore,
  uid: string,
  now: Date,
  expected?: DeletionStep,
): Promise<DeletionStep | null> {
  const deletion = firestore.doc(deletionPath(uid));
  const waiting = waitingStep(await deletion.get(), now);
  if (waiting === null || waiting.part !== (expected?.part ?? waiting.part)) return null;
  await deletion.update({ due_at: waiting.nextTry });
  return { uid, state: 'deleting', part: waiting.part };
}

/** Two deliveries of a task can end at the same time. Only the first one begins the next step. */
export async function beginNext(
  firestore: Firestore,
  now: Date,
  step: DeletionStep,
): Promise<DeletionStep | null> {
  const deletion = firestore.doc(deletionPath(step.uid));
  return firestore.runTransaction(async (transaction) => {
    const waiting = waitingStep(await transaction.get(deletion), now);
    if (waiting?.part !== step.part) return null;
    const next = { ...step, part: step.part + 1 };
    transaction.update(deletion, { step: next.part, due_at: waiting.nextTry });
    return next;
  });
}

/** The step that an unfinished deletion waits for, and when a job tries it again. */
function waitingStep(
  snapshot: DocumentSnapshot,
  now: Date,
): { readonly part: number; readonly nextTry: Timestamp } | null {
  const { unfinished_since, step = 0 } = z.parse(storedDeletionSchema, snapshot.data() ?? {});
  if (unfinished_since === undefined) return null;
  const wait = Math.max(DUE_MS, (now.getTime() - unfinished_since.toMillis()) / WAITED_PART);
  return { part: step, nextTry: timeAfter(now, wait) };
}

/** Ends the block at the time when the last token of the account has expired. */
export async function releaseUid(firestore: Firestore, uid: string, now: Date): Promise<void> {
  const expire_at = timeAfter(now, DELETED_UID_BLOCKED_MS);
  await firestore.doc(deletionPath(uid)).set({ expire_at });
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
