import type { StoredAction } from '@foldmark/contract/stored';

import type { LibraryTransaction } from '#functions/store/library.ts';
import type { IconStep } from '#functions/store/steps.ts';

/** A task takes at most two minutes. */
const STALLED_MS = 120_000;
/** In the cloud, the queue tries a task at least this often. */
const TRIES_MAX = 3;

type StoredImport = NonNullable<StoredAction['import']>;
type Place = Pick<IconStep, 'list' | 'entry'>;

/** The progress of a job that has not collected its sites. */
export const NO_SITES = { domains: 0, done: 0, next: { list: -1, entry: 0 } };

/** The step that collects the sites. */
export function firstIconStep(uid: string, action_id: string): IconStep {
  return { uid, action_id, state: 'icons', ...NO_SITES.next };
}

/** An import whose icon job is at a certain step. */
export interface ExpectedIcons {
  readonly action: StoredAction;
  readonly progress: StoredImport;
  readonly icons: NonNullable<StoredImport['icons']>;
}

/**
 * Returns the import if its icon job is at this step. Returns the due step instead if its task is missing, because the first
 * delivery of this task ended after its commit. Otherwise returns null: an undo or the deletion of the account has ended the job.
 */
export async function expectedIcons(
  transaction: LibraryTransaction,
  step: IconStep,
): Promise<ExpectedIcons | { readonly stalled: IconStep } | null> {
  const [user, action] = await Promise.all([transaction.user(), transaction.action(step.action_id)]);
  if (user === null || action?.state !== 'done' || action.import === undefined) return null;
  const { import: progress } = action;
  const { icons } = progress;
  if (icons?.next === undefined) return null;
  const { list, entry } = icons.next;
  if (list === step.list && entry === step.entry) return { action, progress, icons };
  const isStalled = transaction.now.getTime() - action.updated_at.toMillis() > STALLED_MS;
  return isStalled ? { stalled: { ...step, list, entry } } : null;
}

/** Like `expectedIcons`, but returns null if another step is due. */
export async function awaitedIcons(
  transaction: LibraryTransaction,
  step: IconStep,
): Promise<ExpectedIcons | null> {
  const expected = await expectedIcons(transaction, step);
  return expected === null || 'stalled' in expected ? null : expected;
}

/** Stores the progress. Without `next`, the job ends. Returns the next step. */
export function continueIcons(
  transaction: LibraryTransaction,
  step: IconStep,
  { action, progress }: Pick<ExpectedIcons, 'action' | 'progress'>,
  { domains, done, next }: { readonly domains: number; readonly done: number; readonly next: Place | null },
): IconStep | null {
  const icons = { ...kindOf(progress), domains, done, ...(next === null ? {} : { next }) };
  transaction.putAction({ ...action, import: { ...progress, icons } }, action);
  return next === null ? null : { ...step, ...next };
}

/**
 * Counts a failed try. After the last try the job skips the site, or ends if it could not collect the sites. Returns the next
 * step, or null while the same step will be tried again. `domains` bounds the number of skipped sites.
 */
export async function countFailedTry(
  transaction: LibraryTransaction,
  step: IconStep,
): Promise<{ readonly next: IconStep | null } | null> {
  const expected = await awaitedIcons(transaction, step);
  if (expected === null) return null;
  const { action, progress, icons } = expected;
  const failed = (icons.failed ?? 0) + 1;
  if (failed < TRIES_MAX) {
    transaction.putAction({ ...action, import: { ...progress, icons: { ...icons, failed } } }, action);
    return null;
  }
  const { domains } = icons;
  const done = Math.min(domains, icons.done + 1);
  const next = done < domains ? { list: step.list, entry: step.entry + 1 } : null;
  return { next: continueIcons(transaction, step, expected, { domains, done, next }) };
}

/** The action without the job that fetches icons. */
export function withoutIconJob(action: StoredAction): StoredAction {
  const progress = action.import;
  if (progress?.icons?.next === undefined) return action;
  const { domains, done } = progress.icons;
  return { ...action, import: { ...progress, icons: { ...kindOf(progress), domains, done } } };
}

function kindOf({ icons }: StoredImport): { readonly pages?: boolean } {
  return icons?.pages === undefined ? {} : { pages: icons.pages };
}
