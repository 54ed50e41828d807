import type { StoredAction } from '@foldmark/contract/stored';

import { Failure } from '#functions/errors/failure.ts';
import type { LibraryTransaction } from '#functions/store/library.ts';

/** The states in which no job works on the action, and the user can undo it. */
export const OPEN_STATES: ReadonlySet<StoredAction['state']> = new Set(['running', 'done']);

/** Reads the action that a call names. An app can name only its own ones. */
export async function namedAction(
  transaction: LibraryTransaction,
  action_id: string,
): Promise<StoredAction | null> {
  const action = await transaction.action(action_id);
  const { author } = transaction;
  if (action !== null && author !== null && action.by?.grant_id !== author.grant_id)
    throw new Failure('otherAction');
  return action;
}

/**
 * Marks an action that another action has undone or redone. If the marked action is itself an undo, its own target gets the
 * opposite state. Leaves an action alone while a job works on it.
 */
export async function markAction(
  transaction: LibraryTransaction,
  action_id: string,
  state: 'done' | 'undone',
  marked: ReadonlySet<string>,
): Promise<void> {
  // A malicious client can store actions that undo each other.
  if (marked.has(action_id)) return;
  const action = await transaction.action(action_id);
  if (action === null) return;
  const isMarkable = state === 'undone' ? OPEN_STATES.has(action.state) : action.state === 'undone';
  if (!isMarkable) return;
  transaction.putAction({ ...action, state }, action);
  if (action.undoes === undefined) return;
  const opposite = state === 'undone' ? 'done' : 'undone';
  await markAction(transaction, action.undoes, opposite, new Set([...marked, action_id]));
}

/** Firestore can purge an expired document a day late. */
export function isExpired({ expire_at }: StoredAction, now: Date): boolean {
  return expire_at !== undefined && expire_at.toMillis() <= now.getTime();
}

/** An undo takes the parts from the last to the first. A redo takes them in the original order. */
export function firstPart(made: readonly number[], isRedo: boolean): number | undefined {
  return isRedo ? made[0] : made.at(-1);
}
