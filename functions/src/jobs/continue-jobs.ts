import { retryLeftovers } from '#functions/changes/leftovers.ts';
import { errorFields } from '#functions/errors/error-fields.ts';
import { withoutIconJob } from '#functions/imports/icon-step.ts';
import { endImport } from '#functions/imports/stop-import.ts';
import type { Job } from '#functions/jobs/job.ts';
import type { Services } from '#functions/services/services.ts';
import type { Library, LibraryTransaction } from '#functions/store/library.ts';
import type { ActionStep, IconStep, Step } from '#functions/store/steps.ts';
import { TRIES_MAX } from '#functions/store/times.ts';

/** The most jobs of a kind that one run continues, and the number of due actions among which it chooses. */
const RUN_LIMIT = 100;
const CHOICE = 1000;
/** The most snapshots that one run queues. */
const SNAPSHOTS_LIMIT = 500;

type Needs = Pick<Services, 'doStepLater' | 'fetchIconLater' | 'libraries' | 'library' | 'log'>;

/**
 * Continues actions whose task was lost, for example because the instance crashed after the commit, or whose task fails. Each try
 * comes later than the one before. After the last try the job is given up.
 */
export const continueActions: Job<Needs> = async (services) => {
  const due = await (await services.libraries()).dueActions(CHOICE);
  return continueEach(inTurns(due).slice(0, RUN_LIMIT), services, async (library, step) =>
    library.transaction(async (transaction) => retryAction(transaction, step)),
  );
};

/** Continues the deletions of memberships whose task was lost or fails. */
export const continueLeftovers: Job<Needs> = async (services) => {
  const due = await (await services.libraries()).dueLeftovers(RUN_LIMIT);
  const jobs = due.map((uid) => ({ uid, state: 'leftovers' }) as const);
  return continueEach(jobs, services, async (library, { uid }) => {
    const next = await library.transaction(async (transaction) => retryLeftovers(transaction, uid));
    return next === 'given up' ? { next: null, isGivenUp: true } : { next, isGivenUp: false };
  });
};

/** Continues the account deletions whose task was lost or fails. */
export const continueDeletions: Job<Needs> = async (services) => {
  const due = await (await services.libraries()).dueDeletions(RUN_LIMIT);
  const jobs = due.map((uid) => ({ uid, state: 'deleting' }) as const);
  // Postpones the next try, so that a task that waits in the queue is not queued again at each run.
  return continueEach(jobs, services, async (library) => ({
    next: await library.deletion.beginTry(),
    isGivenUp: false,
  }));
};

/** Queues the tasks of snapshots that are due, and of those whose task was lost. */
export const continueSnapshots: Job<Pick<Services, 'libraries' | 'writeSnapshotLater'>> = async (
  services,
) => {
  const due = await (await services.libraries()).dueSnapshots(SNAPSHOTS_LIMIT);
  for (const uid of due) await services.writeSnapshotLater(uid);
  return { queued: due.length };
};

interface Retried {
  /** The step whose task must be queued. Null if there is none. */
  readonly next: Step | IconStep | null;
  readonly isGivenUp: boolean;
}

/** Continues each job. A failing job does not hold up the jobs of other users. */
async function continueEach<T extends Pick<Step | IconStep, 'uid' | 'state'>>(
  due: readonly T[],
  services: Needs,
  retry: (library: Library, job: T) => Promise<Retried>,
) {
  const counts = { continued: 0, given_up: 0, failed: 0 };
  for (const job of due) {
    const { uid, state } = job;
    try {
      const { next, isGivenUp } = await retry(await services.library(uid), job);
      if (isGivenUp) {
        counts.given_up += 1;
        services.log.error('a job was given up', { state });
      }
      if (next === null) continue;
      counts.continued += 1;
      await (next.state === 'icons' ? services.fetchIconLater(next) : services.doStepLater(next));
    } catch (error) {
      counts.failed += 1;
      services.log.error('a job could not be continued', { state, ...errorFields(error) });
    }
  }
  return counts;
}

/** The first step of each user, then the second of each, and so on. */
export function inTurns<T extends { readonly uid: string }>(steps: readonly T[]): T[] {
  const queues = [...Map.groupBy(steps, ({ uid }) => uid).values()];
  const longest = Math.max(0, ...queues.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) =>
    queues.flatMap((queue) => queue.slice(turn, turn + 1)),
  ).flat();
}

async function retryAction(transaction: LibraryTransaction, step: ActionStep | IconStep): Promise<Retried> {
  const [user, action] = await Promise.all([transaction.user(), transaction.action(step.action_id)]);
  const isDue = (action?.due_at?.toMillis() ?? Infinity) <= transaction.now.getTime();
  if (action === null || !isDue) return { next: null, isGivenUp: false };
  const { tries = 0 } = action;
  if (user === null || tries < TRIES_MAX) {
    transaction.retryAction(step.action_id, tries + 1);
    // Without a profile, the account is being deleted. The action makes way for those of other users.
    return { next: user === null ? null : step, isGivenUp: false };
  }
  switch (step.state) {
    case 'icons':
      transaction.putAction(withoutIconJob(action), action);
      return { next: null, isGivenUp: true };
    case 'importing':
      return { next: await endImport(transaction, step.uid, action), isGivenUp: true };
    case 'undoing':
      transaction.putAction({ ...action, state: 'done', next_part: undefined, failed: 'undo' }, action);
      return { next: null, isGivenUp: true };
    case 'redoing':
      transaction.putAction({ ...action, state: 'undone', next_part: undefined, failed: 'redo' }, action);
      return { next: null, isGivenUp: true };
  }
}
