import type { ActionState } from '@foldmark/contract/batch';
import type { StoredAction } from '@foldmark/contract/stored';

import { OPEN_STATES } from '#functions/changes/action-state.ts';
import { firstPart } from '#functions/changes/undo-part.ts';
import { Failure } from '#functions/errors/failure.ts';
import type { ActionStep } from '#functions/library/library.ts';
import type { Operation } from '#functions/operations/operation.ts';

interface Begun {
  readonly state: ActionState;
  /** The first step of a job that this call begins. */
  readonly step: ActionStep | null;
  readonly changes: number;
}

/** Marks the action and queues the task of its first part. The tasks do the work, one part each. */
export const undoAction: Operation<'/actions/undo/'> = async ({ input, caller }, services) => {
  const { action_id, redo: isRedo = false } = input;
  const library = await services.library(caller.uid);
  const { state, step, changes } = await library.transaction(async (transaction): Promise<Begun> => {
    const action = await transaction.action(action_id);
    if (action === null || isExpired(action, services.now())) throw new Failure('noSuchAction');
    const begun = isRedo ? 'redoing' : 'undoing';
    if (action.state === (isRedo ? 'undoing' : 'redoing')) throw new Failure('actionBusy');
    const isRevertible = isRedo ? action.state === 'undone' : OPEN_STATES.has(action.state);
    // Another device has asked before, or nothing is to be done.
    if (!isRevertible) return { state: action.state, step: null, changes: 0 };
    const part = firstPart(action.made, isRedo);
    const next = part === undefined ? (isRedo ? 'done' : 'undone') : begun;
    const marked = { state: next, next_part: part, left_alone_count: 0 } as const;
    transaction.putAction({ ...action, ...marked, left_alone: [] }, action);
    const first: ActionStep | null =
      part === undefined ? null : { uid: caller.uid, action_id, part, state: begun };
    return { state: next, step: first, changes: action.changed };
  });
  if (step !== null) await services.undoLater(step, changes);
  return { state };
};

/** Firestore can purge an expired document a day late. */
function isExpired({ expire_at }: StoredAction, now: Date): boolean {
  return expire_at !== undefined && expire_at.toMillis() <= now.getTime();
}
