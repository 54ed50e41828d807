import type { Job } from '#functions/jobs/job.ts';
import { deleteAccount } from '#functions/accounts/delete-account.ts';

/** A call is over after a minute, so what is older than this has broken off. */
const BROKEN_OFF_MS = 5 * 60_000;
/** The rest waits for the next run. */
const AT_ONCE = 20;

/** Finishes the deletions that broke off half-way. */
export const finishDeletions: Job = async (services) => {
  const libraries = await services.libraries();
  const before = new Date(services.now().getTime() - BROKEN_OFF_MS);
  const unfinished = await libraries.unfinishedDeletions(before, AT_ONCE);
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
