import type { Job } from '#functions/jobs/job.ts';
import { deleteAccount } from '#functions/accounts/delete-account.ts';

/** A call ends within a minute, so an older deletion has failed half-way. */
const ABANDONED_MS = 5 * 60_000;
/** One run finishes at most this many deletions. */
const RUN_LIMIT = 20;

/** Completes the account deletions that failed half-way. */
export const finishDeletions: Job = async (services) => {
  const libraries = await services.libraries();
  const before = new Date(services.now().getTime() - ABANDONED_MS);
  const unfinished = await libraries.unfinishedDeletions(before, RUN_LIMIT);
  const failures: unknown[] = [];
  for (const uid of unfinished) {
    await deleteAccount(uid, services).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) {
    const all = `${failures.length} of ${unfinished.length} deletions could not be finished.`;
    throw new Error(all, { cause: failures[0] });
  }
  return { finished: unfinished.length };
};
