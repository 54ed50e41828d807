import { setTimeout as pauseFor } from 'node:timers/promises';

import * as z from 'zod/mini';

import { errorFields } from '#functions/errors/error-fields.ts';
import type { Job } from '#functions/jobs/job.ts';
import { paceOf } from '#functions/jobs/pace.ts';
import type { DeletionStep } from '#functions/store/library.ts';
import type { Services } from '#functions/services/services.ts';

/** The payload of a task. */
const stepSchema = z.object({
  uid: z.string().check(z.minLength(1)),
  state: z.literal('deleting'),
  part: z.int(),
});

/** A task ends after this time and queues the next one, so that the deletion of a large library leaves time to other tasks. */
const TASK_MS = 20_000;
/** One run queues at most this many deletions. */
const RUN_LIMIT = 100;

/**
 * Deletes a part of a library whose uid is blocked, and queues the next task. The last one deletes the account, if it is still
 * there. Safe to repeat: a step that the deletion does not wait for deletes nothing. If it throws, the queue retries, and later a
 * job.
 */
export async function deleteLibraryOfTask(
  task: unknown,
  services: Pick<Services, 'accounts' | 'deleteLibraryLater' | 'library' | 'now'>,
  pause: (milliseconds: number) => Promise<unknown> = pauseFor,
): Promise<void> {
  const step = z.parse(stepSchema, task) satisfies DeletionStep;
  const library = await services.library(step.uid);
  const begin = services.now().getTime();
  if ((await library.beginDestroying(step)) === null) return;
  let pageBegin = begin;
  for await (const deleted of library.destroy()) {
    await pause(paceOf(deleted, services.now().getTime() - pageBegin));
    pageBegin = services.now().getTime();
    if (pageBegin - begin < TASK_MS) continue;
    const next = await library.continueDestroying(step);
    if (next !== null) await services.deleteLibraryLater(next);
    return;
  }
  await services.accounts.remove(step.uid);
  await library.markDestroyed();
}

/** Continues the account deletions whose task has failed or was lost. */
export const finishDeletions: Job<
  Pick<Services, 'deleteLibraryLater' | 'libraries' | 'library' | 'log'>
> = async (services) => {
  const due = await (await services.libraries()).dueDeletions(RUN_LIMIT);
  for (const uid of due) {
    try {
      const library = await services.library(uid);
      // Moves the time of the next try, so that a task that waits in the queue is not queued at each run.
      const step = await library.beginDestroying();
      if (step !== null) await services.deleteLibraryLater(step);
    } catch (error) {
      // One deletion must not hold up the others.
      services.log.error('a deletion could not be continued', errorFields(error));
    }
  }
  return { continued: due.length };
};
