import { setTimeout as pauseFor } from 'node:timers/promises';

import * as z from 'zod/mini';

import { importStep } from '#functions/imports/import-step.ts';
import { planImport } from '#functions/imports/plan-import.ts';
import type { ImportStep } from '#functions/store/library.ts';
import { paceOf } from '#functions/jobs/pace.ts';
import type { Services } from '#functions/services/services.ts';
import { askForSnapshot } from '#functions/snapshots/ask-for-snapshot.ts';

/** The payload of a task. */
const stepSchema = z.object({
  uid: z.string().check(z.minLength(1)),
  action_id: z.string().check(z.minLength(1)),
  part: z.int(),
  state: z.literal('importing'),
});

type Needs = Pick<
  Services,
  'library' | 'log' | 'newId' | 'now' | 'snapshots' | 'doActionStepLater' | 'writeSnapshotLater'
>;

/**
 * Plans an import, or imports its next folders and links, and queues the task of the next step. Safe to repeat: a step that
 * the import does not wait for changes nothing. If it throws, the queue retries.
 */
export async function importOfTask(
  task: unknown,
  services: Needs,
  pause: (milliseconds: number) => Promise<unknown> = pauseFor,
  writesMax?: number,
): Promise<void> {
  const step = z.parse(stepSchema, task) satisfies ImportStep;
  const begin = services.now().getTime();
  const library = await services.library(step.uid);
  const done = await (step.part === 0
    ? planImport(library, step, services.newId())
    : library.transaction(async (transaction) => importStep(transaction, step, writesMax)));
  if ((done?.changed ?? 0) > 0) await askForSnapshot(services, step.uid, { why: 'changed' });
  if (done?.next === undefined || done.next === null) return;
  await pause(paceOf(done.writes, services.now().getTime() - begin));
  await services.doActionStepLater(done.next);
}
