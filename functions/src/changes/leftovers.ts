import type { StoredLeftovers } from '@foldmark/contract/stored';

import { FOLDER_LINKS, FOLDERS, LINKS } from '#functions/store/collections.ts';
import { TRIES_MAX } from '#functions/store/times.ts';
import type { LibraryTransaction } from '#functions/store/library.ts';
import type { LeftoversStep } from '#functions/store/steps.ts';

/** How many memberships one step deletes. */
export const STEP_MEMBERS = 400;
/** The number of items that one query can name. */
export const STEP_ITEMS = 30;
export interface LeftoversDone {
  /** Null after the last step. */
  readonly next: LeftoversStep | null;
  readonly writes: number;
}

/** Deletes the next memberships of deleted items. Returns null if the job is not at this step. */
export async function leftoversStep(
  transaction: LibraryTransaction,
  step: LeftoversStep,
): Promise<LeftoversDone | null> {
  // Without a profile, the account and all of this are being deleted.
  const [user, stored] = await Promise.all([transaction.user(), transaction.leftovers.read()]);
  if (user === null || stored === null) return null;
  if (stored.step !== step.part) return null;
  const { link_ids, folder_ids, writes } = await deleteSome(transaction, stored);
  const next = link_ids.length + folder_ids.length > 0 ? { ...step, part: stored.step + 1 } : null;
  transaction.leftovers.put(next === null ? null : { link_ids, folder_ids, step: next.part });
  return { next, writes };
}

/** Returns the step whose task must be queued again. Gives up a job that has failed too often. */
export async function retryLeftovers(
  transaction: LibraryTransaction,
  uid: string,
): Promise<LeftoversStep | 'given up' | null> {
  const [user, stored] = await Promise.all([transaction.user(), transaction.leftovers.read()]);
  if (stored === null || stored.due_at.toMillis() > transaction.now.getTime()) return null;
  const { link_ids, folder_ids, step, tries = 0 } = stored;
  const isGivenUp = tries >= TRIES_MAX;
  // Stored even without a profile, while the account is being deleted: the job must make way for others.
  transaction.leftovers.put(isGivenUp ? null : { link_ids, folder_ids, step, tries: tries + 1 });
  if (user === null) return null;
  return isGivenUp ? 'given up' : { uid, state: 'leftovers', part: step };
}

/** Returns the remaining items. An item that exists again, because a backup was restored, keeps its memberships. */
async function deleteSome(
  transaction: LibraryTransaction,
  { link_ids, folder_ids }: StoredLeftovers,
): Promise<Pick<StoredLeftovers, 'link_ids' | 'folder_ids'> & { readonly writes: number }> {
  const isFolder = folder_ids.length > 0;
  const some = (isFolder ? folder_ids : link_ids).slice(0, STEP_ITEMS);
  const others = (isFolder ? folder_ids : link_ids).slice(STEP_ITEMS);
  const stored = await Promise.all(
    some.map(async (id) =>
      isFolder ? transaction.get(FOLDERS, { folder_id: id }) : transaction.get(LINKS, { link_id: id }),
    ),
  );
  const gone = some.filter((_, index) => stored[index] === null);
  const condition = { field: isFolder ? 'folder_id' : 'link_id', among: gone } as const;
  const found = await transaction.find(FOLDER_LINKS, condition, STEP_MEMBERS);
  transaction.tombstone(FOLDER_LINKS, found);
  const rest = transaction.known(FOLDER_LINKS, condition).isComplete ? others : [...gone, ...others];
  return isFolder
    ? { link_ids, folder_ids: rest, writes: found.length }
    : { link_ids: rest, folder_ids, writes: found.length };
}
