import { setTimeout as pauseFor } from 'node:timers/promises';

import * as z from 'zod/mini';

import { undoPart } from '#functions/changes/undo-part.ts';
import { paceOf } from '#functions/jobs/pace.ts';
import type { UndoStep } from '#functions/store/library.ts';
import { queuePages } from '#functions/page-details/queue-page-details.ts';
import type { Services } from '#functions/services/services.ts';
import { askForSnapshot } from '#functions/snapshots/ask-for-snapshot.ts';

/** The payload of a task. */
const stepSchema = z.object({
  uid: z.string().check(z.minLength(1)),
  action_id: z.string().check(z.minLength(1)),
  part: z.int(),
  state: z.enum(['undoing', 'redoing']),
});

type Needs = Pick<
  Services,
  'library' | 'log' | 'now' | 'readPageLater' | 'snapshots' | 'doActionStepLater' | 'writeSnapshotLater'
>;

/**
 * Undoes or redoes one part of an action, and queues the task of the next part. Safe to repeat: a step that the action does
 * not wait for changes nothing. If it throws, the queue retries.
 */
export async function undoPartOfTask(
  task: unknown,
  services: Needs,
  pause: (milliseconds: number) => Promise<unknown> = pauseFor,
): Promise<void> {
  const step = z.parse(stepSchema, task) satisfies UndoStep;
  const begin = services.now().getTime();
  const library = await services.library(step.uid);
  const undone = await library.transaction(async (transaction) =>
    undoPart(transaction, step, services.now()),
  );
  if (undone === null) return;
  await queuePages(services, step.uid, undone.pages);
  if (undone.reason !== null) await askForSnapshot(services, step.uid, undone.reason);
  if (undone.next === null) return;
  await pause(paceOf(undone.writes, services.now().getTime() - begin));
  await services.doActionStepLater(undone.next);
}
