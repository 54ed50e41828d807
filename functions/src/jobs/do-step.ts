import { setTimeout as pauseFor } from 'node:timers/promises';

import * as z from 'zod/mini';

import { leftoversStep } from '#functions/changes/leftovers.ts';
import { undoPart } from '#functions/changes/undo-part.ts';
import { undoNextOfApp } from '#functions/grants/undo-app.ts';
import { importStep } from '#functions/imports/import-step.ts';
import { planImport } from '#functions/imports/plan-import.ts';
import { paceOf } from '#functions/jobs/pace.ts';
import { queuePages } from '#functions/page-details/queue-page-details.ts';
import type { Services } from '#functions/services/services.ts';
import { askForSnapshot } from '#functions/snapshots/ask-for-snapshot.ts';
import type { Library } from '#functions/store/library.ts';
import type { SnapshotReason } from '#functions/store/snapshots/snapshots.ts';
import { type DeletionStep, type IconStep, type Step, stepSchema } from '#functions/store/steps.ts';

/** The time limit of a deletion task, so that deleting a large library leaves time for other tasks. */
const DELETION_MS = 20_000;

interface Options {
  readonly pause?: (milliseconds: number) => Promise<unknown>;
  /** The most documents that a step of an import writes. */
  readonly writesMax?: number;
}

interface Done {
  readonly next: Step | null;
  /** The most documents that were written in any one collection. */
  readonly writes: number;
  /** Why the library needs a new snapshot. Null if it does not. */
  readonly reason: SnapshotReason | null;
  /** The first steps of other jobs that can begin now. */
  readonly others?: readonly Step[];
  /** The first step of fetching icons after an import. */
  readonly icons?: IconStep;
}

/**
 * Does one task of the queue `actions`, and queues the task of the next step. Safe to repeat: if the job is not at this step, the
 * task changes nothing. If it throws, the queue retries.
 */
export async function doStep(
  task: unknown,
  services: Services,
  { pause = pauseFor, writesMax }: Options = {},
): Promise<void> {
  const step = z.parse(stepSchema, task);
  const begin = services.now().getTime();
  const library = await services.library(step.uid);
  const done =
    step.state === 'deleting'
      ? await deleteDocuments(library, step, services, pause)
      : await workOf(library, step, services, writesMax);
  if (done === null) return;
  if (done.reason !== null) await askForSnapshot(services, step.uid, done.reason);
  const { next, others = [] } = done;
  const steps = next === null ? others : [next, ...others];
  if (steps.length > 0) await pause(paceOf(done.writes, services.now().getTime() - begin));
  for (const following of steps) await services.doStepLater(following);
  if (done.icons !== undefined) await services.fetchIconLater(done.icons);
}

/** The work of a step. Null if the job is not at this step. */
async function workOf(
  library: Library,
  step: Exclude<Step, DeletionStep>,
  services: Services,
  writesMax?: number,
): Promise<Done | null> {
  switch (step.state) {
    case 'importing': {
      const done = await (step.part === 0
        ? planImport(library, step, services.newId())
        : library.transaction(async (transaction) => importStep(transaction, step, writesMax)));
      return done && { ...done, reason: (done.changed ?? 0) > 0 ? { why: 'changed' } : null };
    }
    case 'leftovers': {
      const done = await library.transaction(async (transaction) => leftoversStep(transaction, step));
      return done && { ...done, reason: done.next === null ? { why: 'changed' } : null };
    }
    case 'undoing':
    case 'redoing': {
      const done = await library.transaction(async (transaction) =>
        undoPart(transaction, step, services.now(), undoNextOfApp),
      );
      await queuePages(services, step.uid, done?.pages ?? []);
      return done;
    }
  }
}

/** Deletes documents of a library whose uid is blocked. After the last one, deletes the account if it still exists. */
async function deleteDocuments(
  library: Library,
  step: DeletionStep,
  services: Services,
  pause: (milliseconds: number) => Promise<unknown>,
): Promise<Done | null> {
  const begin = services.now().getTime();
  if ((await library.deletion.beginTry(step)) === null) return null;
  let pageBegin = begin;
  for await (const deleted of library.deletion.destroy()) {
    await pause(paceOf(deleted, services.now().getTime() - pageBegin));
    pageBegin = services.now().getTime();
    if (pageBegin - begin < DELETION_MS) continue;
    return { next: await library.deletion.beginNext(step), writes: 0, reason: null };
  }
  await services.accounts.remove(step.uid);
  await library.deletion.end();
  return null;
}
