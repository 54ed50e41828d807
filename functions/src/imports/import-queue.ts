import type { StoredAction } from '@foldmark/contract/stored';

import { Failure } from '#functions/errors/failure.ts';
import type { LibraryTransaction } from '#functions/store/library.ts';
import type { ImportQueueRecord } from '#functions/store/import-documents.ts';
import type { ImportStep } from '#functions/store/steps.ts';

/** The states of an import that is not finished. */
export const UNFINISHED: ReadonlySet<StoredAction['state']> = new Set(['receiving', 'waiting', 'importing']);

const EMPTY: ImportQueueRecord = { running: null, waiting: [], reverting: null, icons: null };
const REVERTING: ReadonlySet<unknown> = new Set(['undoing', 'redoing']);

/** Throws while another import is undone or redone, so that one user can't fill the queue. */
export async function beginReverting(transaction: LibraryTransaction, import_id: string): Promise<void> {
  const queue = (await transaction.imports.queue()) ?? EMPTY;
  if (queue.reverting !== null && queue.reverting !== import_id) {
    const other = await transaction.action(queue.reverting);
    if (REVERTING.has(other?.state)) throw new Failure('actionBusy');
  }
  if (queue.reverting !== import_id) transaction.imports.putQueue({ ...queue, reverting: import_id });
}

/** Returns false while the icons of another import are fetched, so that one user can't fill the queue. */
export async function enterIcons(transaction: LibraryTransaction, import_id: string): Promise<boolean> {
  const queue = (await transaction.imports.queue()) ?? EMPTY;
  if (queue.icons !== null && queue.icons !== import_id) {
    const other = await transaction.action(queue.icons);
    if (other?.state === 'done' && other.import?.icons?.next !== undefined) return false;
  }
  if (queue.icons !== import_id) transaction.imports.putQueue({ ...queue, icons: import_id });
  return true;
}

/** Starts an import, or lets it wait if another one runs. Returns null if too many wait. */
export async function enterQueue(
  transaction: LibraryTransaction,
  import_id: string,
  waitingMax: number,
): Promise<'importing' | 'waiting' | null> {
  const queue = (await transaction.imports.queue()) ?? EMPTY;
  const { running, waiting } = queue;
  const other = running === null ? null : await transaction.action(running);
  if (running !== null && other?.state === 'importing') {
    if (waiting.length >= waitingMax) return null;
    transaction.imports.putQueue({ ...queue, waiting: [...waiting, import_id] });
    return 'waiting';
  }
  transaction.imports.putQueue({ ...queue, running: import_id });
  return 'importing';
}

/** Removes an import from the queue, whether it ran or waited. Returns the first step of the next import. */
export async function leaveQueue(
  transaction: LibraryTransaction,
  uid: string,
  import_id: string,
): Promise<ImportStep | null> {
  const queue = await transaction.imports.queue();
  if (queue === null) return null;
  const waiting = queue.waiting.filter((id) => id !== import_id);
  if (queue.running !== import_id) {
    if (waiting.length < queue.waiting.length) transaction.imports.putQueue({ ...queue, waiting });
    return null;
  }
  for (const [index, id] of waiting.entries()) {
    const action = await transaction.action(id);
    if (action?.state !== 'waiting') continue;
    transaction.putAction({ ...action, state: 'importing', next_part: 0 }, action);
    transaction.imports.putQueue({ ...queue, running: id, waiting: waiting.slice(index + 1) });
    return { uid, action_id: id, part: 0, state: 'importing' };
  }
  transaction.imports.putQueue({ ...queue, running: null, waiting: [] });
  return null;
}
