import { countersPath, deletionPath, userPath } from '@foldmark/contract/firestore-paths';
import { DELETED_UID_BARRED_MS } from '@foldmark/contract/limits';
import { storedDeletionSchema } from '@foldmark/contract/stored';
import { FieldValue, type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';

import { Failure } from '#functions/http/failure.ts';
import type { Destroyed } from '#functions/library/library.ts';

/**
 * Bars a uid and takes profile and counters in the same commit: without the counters nothing new can be stored, and
 * without the bar a login in between would make a new profile.
 */
export async function barUid(firestore: Firestore, uid: string, what: Destroyed): Promise<void> {
  const deletion = firestore.doc(deletionPath(uid));
  await firestore.runTransaction(async (transaction) => {
    const before = z.safeParse(storedDeletionSchema, (await transaction.get(deletion)).data());
    // An account that goes is not kept by a wish that came later.
    const all = what === 'account' || (before.success && before.data.what === 'account');
    const began = before.success ? before.data.unfinished_since : undefined;
    transaction.set(deletion, {
      what: all ? 'account' : 'library',
      unfinished_since: began ?? FieldValue.serverTimestamp(),
    });
    transaction.delete(firestore.doc(countersPath(uid)));
    transaction.delete(firestore.doc(userPath(uid)));
  });
}

/** Ends the bar of an emptied library now, and that of a deleted account when the last of its tokens has expired. */
export async function releaseUid(
  firestore: Firestore,
  uid: string,
  what: Destroyed,
  now: Date,
): Promise<void> {
  const deletion = firestore.doc(deletionPath(uid));
  if (what === 'account') {
    await deletion.set({ what, expire_at: Timestamp.fromMillis(now.getTime() + DELETED_UID_BARRED_MS) });
    return;
  }
  await firestore.runTransaction(async (transaction) => {
    const { data } = z.safeParse(storedDeletionSchema, (await transaction.get(deletion)).data());
    // The account may have been deleted meanwhile.
    if (data?.what === what) transaction.delete(deletion);
  });
}

/** Throws while a deletion bars the uid. Firestore purges what has expired only within a day, so the time counts. */
export async function refuseBarred(
  firestore: Firestore,
  transaction: Transaction,
  uid: string,
  now: Date,
): Promise<void> {
  const snapshot = await transaction.get(firestore.doc(deletionPath(uid)));
  if (!snapshot.exists) return;
  const { what, expire_at } = z.parse(storedDeletionSchema, snapshot.data());
  if (expire_at !== undefined && expire_at.toMillis() <= now.getTime()) return;
  throw new Failure(what === 'account' ? 'notSignedIn' : 'busy');
}
