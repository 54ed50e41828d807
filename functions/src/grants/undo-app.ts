import type { StoredAction } from '@foldmark/contract/stored';

import { isExpired, OPEN_STATES } from '#functions/changes/action-state.ts';
import { type Begun, beginUndo } from '#functions/grants/begin-undo.ts';
import { UNFINISHED } from '#functions/imports/import-queue.ts';
import type { LibraryTransaction } from '#functions/store/library.ts';
import type { ActionStep } from '#functions/store/steps.ts';

/** The states of an action that can be undone. */
const UNDOABLE = [...OPEN_STATES, ...UNFINISHED];
const PAGE = 20;

/**
 * Begins the undo of the latest action of an app that can be undone: of all, or of those that are not later than `from`. When it is
 * undone, its job goes on with the next one (`undoPart`). Older actions must wait, because they may have changed the same fields.
 * Returns no steps if there is nothing left.
 */
export async function undoNextOfApp(
  transaction: LibraryTransaction,
  uid: string,
  grantId: string,
  from?: StoredAction,
): Promise<Pick<Begun, 'steps' | 'changes'>> {
  const steps: ActionStep[] = [];
  let until = from;
  for (let page: readonly StoredAction[] | null = null; page === null || page.length === PAGE;) {
    page = await transaction.actionsOfApp(grantId, UNDOABLE, PAGE, until?.created_at);
    until = page.at(-1);
    for (const action of page) {
      if (action.action_id === from?.action_id || isExpired(action, transaction.now)) continue;
      const begun = await beginUndo(transaction, uid, action, { isOfApp: true });
      steps.push(...begun.steps);
      // An import of which nothing was made is undone already, and only its place in the queue is free for another one.
      if (begun.state === 'undoing') return { steps, changes: begun.changes };
    }
  }
  return { steps, changes: 0 };
}

/** Whether a job is undoing the actions of an app. */
export async function isUndoingApp(transaction: LibraryTransaction, grantId: string): Promise<boolean> {
  const undoing = await transaction.actionsOfApp(grantId, ['undoing'], PAGE);
  return undoing.some(({ undoes_app }) => undoes_app === true);
}
