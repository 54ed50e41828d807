import { setTimeout as pauseFor } from 'node:timers/promises';

import * as z from 'zod/mini';

import { leftoversStep, retryLeftovers } from '#functions/changes/leftovers.ts';
import { errorFields } from '#functions/errors/error-fields.ts';
import type { Job } from '#functions/jobs/job.ts';
import { paceOf } from '#functions/jobs/pace.ts';
import type { LeftoversStep } from '#functions/store/library.ts';
import type { Services } from '#functions/services/services.ts';
import { askForSnapshot } from '#functions/snapshots/ask-for-snapshot.ts';

/** The payload of a task. */
const stepSchema = z.object({
  uid: z.string().check(z.minLength(1)),
  state: z.literal('leftovers'),
  part: z.int(),
});

/** One run continues at most this many jobs. */
const RUN_LIMIT = 100;

type Needs = Pick<
  Services,
  'library' | 'log' | 'now' | 'snapshots' | 'deleteLeftoversLater' | 'writeSnapshotLater'
>;

/**
 * Deletes the next memberships of items that were deleted for ever, and queues the task of the next step. Safe to repeat: a
 * step that the job does not wait for changes nothing. If it throws, the queue retries.
 */
export async function deleteLeftoversOfTask(
  task: unknown,
  services: Needs,
  pause: (milliseconds: number) => Promise<unknown> = pauseFor,
): Promise<void> {
  const step = z.parse(stepSchema, task) satisfies LeftoversStep;
  const begin = services.now().getTime();
  const library = await services.library(step.uid);
  const done = await library.transaction(async (transaction) => leftoversStep(transaction, step));
  if (done === null) return;
  if (done.next === null) {
    await askForSnapshot(services, step.uid, { why: 'changed' });
    return;
  }
  await pause(paceOf(done.writes, services.now().getTime() - begin));
  await services.deleteLeftoversLater(done.next);
}

/** Continues the jobs whose task was lost or fails. */
export const continueLeftovers: Job<
  Pick<Services, 'library' | 'libraries' | 'log' | 'deleteLeftoversLater'>
> = async (services) => {
  const due = await (await services.libraries()).dueLeftovers(RUN_LIMIT);
  for (const uid of due) {
    try {
      const library = await services.library(uid);
      const next = await library.transaction(async (transaction) => retryLeftovers(transaction, uid));
      if (next === 'given up') services.log.error('leftovers were given up', {});
      else if (next !== null) await services.deleteLeftoversLater(next);
    } catch (error) {
      // One job must not hold up those of other people.
      services.log.error('leftovers could not be continued', errorFields(error));
    }
  }
  return { continued: due.length };
};
