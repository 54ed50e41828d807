import { isExpired, namedAction } from '#functions/changes/action-state.ts';
import { beginUndo } from '#functions/grants/begin-undo.ts';
import { Failure } from '#functions/errors/failure.ts';
import type { Operation } from '#functions/operations/operation.ts';

/** Marks the action and queues the task of its first part. Each task then undoes one part. */
export const undoAction: Operation<'/actions/undo/'> = async ({ input, caller }, services) => {
  const { action_id, redo: isRedo = false } = input;
  const library = await services.library(caller.uid);
  const { state, steps, changes } = await library.transaction(async (transaction) => {
    const action = await namedAction(transaction, action_id);
    if (action === null || isExpired(action, services.now())) throw new Failure('noSuchAction');
    return beginUndo(transaction, caller.uid, action, { isRedo });
  });
  for (const [index, step] of steps.entries()) await services.doStepLater(step, index === 0 ? changes : 0);
  return { state };
};
