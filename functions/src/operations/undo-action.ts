import type { ActionState } from '@foldmark/contract/batch';
import type { StoredAction } from '@foldmark/contract/stored';

import { COST } from '#functions/allowance/meter.ts';
import { isExpired, OPEN_STATES } from '#functions/changes/action-state.ts';
import { firstPart } from '#functions/changes/undo-part.ts';
import { Failure } from '#functions/errors/failure.ts';
import { beginReverting, UNFINISHED } from '#functions/imports/import-queue.ts';
import { withoutIconJob } from '#functions/imports/icon-step.ts';
import { stopImport } from '#functions/imports/stop-import.ts';
import type { ActionStep } from '#functions/store/steps.ts';
import type { Operation } from '#functions/operations/operation.ts';

interface Begun {
  readonly state: ActionState;
  /** The first steps of the jobs that this call begins. */
  readonly steps: readonly ActionStep[];
  readonly changes: number;
}

/** Marks the action and queues the task of its first part. Each task then undoes one part. */
export const undoAction: Operation<'/actions/undo/'> = async ({ input, caller }, services) => {
  const { action_id, redo: isRedo = false } = input;
  const library = await services.library(caller.uid);
  const { state, steps, changes } = await library.transaction(async (transaction): Promise<Begun> => {
    const action = await transaction.action(action_id);
    if (action === null || isExpired(action, services.now())) throw new Failure('noSuchAction');
    const begun = isRedo ? 'redoing' : 'undoing';
    if (action.state === (isRedo ? 'undoing' : 'redoing')) throw new Failure('actionBusy');
    const isUnfinished = UNFINISHED.has(action.state);
    const isRevertible = isRedo ? action.state === 'undone' : isUnfinished || OPEN_STATES.has(action.state);
    // Another device has asked already, or the action has nothing to undo.
    if (!isRevertible) return { state: action.state, steps: [], changes: 0 };
    const stopped = isUnfinished
      ? await stopImport(transaction, caller.uid, action)
      : { action: withoutIconJob(action), next: null };
    const part = firstPart(action.made, isRedo);
    if (action.import !== undefined && part !== undefined) await beginReverting(transaction, action_id);
    const next = part === undefined ? (isRedo ? 'done' : 'undone') : begun;
    const marked = { state: next, next_part: part, left_alone_count: 0, failed: undefined } as const;
    transaction.putAction({ ...stopped.action, ...marked, left_alone: [] }, action);
    const first: ActionStep[] =
      part === undefined ? [] : [{ uid: caller.uid, action_id, part, state: begun }];
    return {
      state: next,
      steps: [...first, ...(stopped.next === null ? [] : [stopped.next])],
      changes: costOf(action),
    };
  });
  for (const [index, step] of steps.entries()) await services.doStepLater(step, index === 0 ? changes : 0);
  return { state };
};

/** The undo of an import is charged less, as the import is, because the job undoes one import at a time, at a limited rate. */
function costOf({ changed, import: imported }: StoredAction): number {
  return imported === undefined ? changed : Math.ceil((changed * COST.entry) / COST.change);
}
