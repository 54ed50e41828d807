import type { StoredAction } from '@foldmark/contract/stored';

import { leaveQueue } from '#functions/imports/import-queue.ts';
import type { LibraryTransaction } from '#functions/store/library.ts';
import type { ActionRecord } from '#functions/store/action-documents.ts';
import type { ImportStep } from '#functions/store/steps.ts';

interface Stopped {
  /** The action, which the caller stores with a new state. */
  readonly action: ActionRecord;
  /** The first step of the import that runs next. */
  readonly next: ImportStep | null;
}

/** Ends an unfinished import, and keeps what it has imported. Returns the first step of the import that runs next. */
export async function endImport(
  transaction: LibraryTransaction,
  uid: string,
  action: StoredAction,
): Promise<ImportStep | null> {
  const stopped = await stopImport(transaction, uid, action);
  transaction.putAction({ ...stopped.action, state: 'done' }, action);
  return stopped.next;
}

/** Like `endImport`, but the caller stores the action. */
export async function stopImport(
  transaction: LibraryTransaction,
  uid: string,
  action: StoredAction,
): Promise<Stopped> {
  const next = await leaveQueue(transaction, uid, action.action_id);
  const stopped = action.import === undefined ? undefined : { ...action.import, stopped: true };
  return { action: { ...action, import: stopped, next_part: undefined }, next };
}
