import type { ActionState } from '@foldmark/contract/batch';
import type { StoredAction } from '@foldmark/contract/stored';

import { COST } from '#functions/allowance/meter.ts';
import { firstPart, OPEN_STATES } from '#functions/changes/action-state.ts';
import { Failure } from '#functions/errors/failure.ts';
import { withoutIconJob } from '#functions/imports/icon-step.ts';
import { beginReverting, UNFINISHED } from '#functions/imports/import-queue.ts';
import { stopImport } from '#functions/imports/stop-import.ts';
import type { LibraryTransaction } from '#functions/store/library.ts';
import type { ActionStep } from '#functions/store/steps.ts';

export interface Begun {
  readonly state: ActionState;
  /** The first steps of the jobs that this begins. */
  readonly steps: readonly ActionStep[];
  /** The number of changes that the job undoes. */
  readonly changes: number;
}

interface Options {
  readonly isRedo?: boolean;
  /** Set if the undo of the app's older actions follows. */
  readonly isOfApp?: boolean;
}

/** Marks an action, so that tasks undo it part by part. The caller queues the tasks of the first steps. */
export async function beginUndo(
  transaction: LibraryTransaction,
  uid: string,
  action: StoredAction,
  { isRedo = false, isOfApp = false }: Options = {},
): Promise<Begun> {
  const begun = isRedo ? 'redoing' : 'undoing';
  if (action.state === (isRedo ? 'undoing' : 'redoing')) throw new Failure('actionBusy');
  const isUnfinished = UNFINISHED.has(action.state);
  const isRevertible = isRedo ? action.state === 'undone' : isUnfinished || OPEN_STATES.has(action.state);
  // Another device has asked already, or the action has nothing to undo.
  if (!isRevertible) return { state: action.state, steps: [], changes: 0 };
  const stopped = isUnfinished
    ? await stopImport(transaction, uid, action)
    : { action: withoutIconJob(action), next: null };
  const part = firstPart(action.made, isRedo);
  if (action.import !== undefined && part !== undefined) await beginReverting(transaction, action.action_id);
  const next = part === undefined ? (isRedo ? 'done' : 'undone') : begun;
  const marked = { state: next, next_part: part, left_alone_count: 0, failed: undefined } as const;
  const undoes_app = isOfApp && part !== undefined ? true : undefined;
  transaction.putAction({ ...stopped.action, ...marked, undoes_app, left_alone: [] }, action);
  const first: ActionStep[] =
    part === undefined ? [] : [{ uid, action_id: action.action_id, part, state: begun }];
  return {
    state: next,
    steps: [...first, ...(stopped.next === null ? [] : [stopped.next])],
    changes: costOf(action),
  };
}

/** The undo of an import is charged less, as the import is, because the job undoes one import at a time, at a limited rate. */
function costOf({ changed, import: imported }: StoredAction): number {
  return imported === undefined ? changed : Math.ceil((changed * COST.entry) / COST.change);
}
