import { errorFields } from '#functions/errors/error-fields.ts';
import { withoutIconJob } from '#functions/imports/icon-step.ts';
import { stopImport } from '#functions/imports/stop-import.ts';
import type { Job } from '#functions/jobs/job.ts';
import { TRIES_MAX } from '#functions/store/due.ts';
import type { ActionStep, IconStep, LibraryTransaction } from '#functions/store/library.ts';
import type { Services } from '#functions/services/services.ts';

/** One run continues at most this many actions, and chooses them among so many. */
const RUN_LIMIT = 100;
const CHOICE = 1000;

type Needs = Pick<Services, 'fetchIconLater' | 'libraries' | 'library' | 'log' | 'doActionStepLater'>;

/**
 * Continues the actions whose task was lost, for example because the instance crashed after the commit, and those whose task
 * fails. Each try comes later than the one before, and the last one ends the job.
 */
export const continueActions: Job<Needs> = async (services) => {
  const due = await (await services.libraries()).dueActions(CHOICE);
  const counts = { continued: 0, given_up: 0, failed: 0 };
  for (const step of inTurns(due).slice(0, RUN_LIMIT)) {
    try {
      const library = await services.library(step.uid);
      const { next, isGivenUp } = await library.transaction(async (transaction) => retry(transaction, step));
      if (isGivenUp) {
        counts.given_up += 1;
        services.log.error('an action was given up', { state: step.state });
      }
      if (next === null) continue;
      counts.continued += 1;
      await (next.state === 'icons' ? services.fetchIconLater(next) : services.doActionStepLater(next));
    } catch (error) {
      // One action must not hold up those of other people.
      counts.failed += 1;
      services.log.error('an action could not be continued', errorFields(error));
    }
  }
  return counts;
};

/** The first step of each person, then the second of each, and so on. */
export function inTurns<Step extends { readonly uid: string }>(steps: readonly Step[]): Step[] {
  const queues = [...Map.groupBy(steps, ({ uid }) => uid).values()];
  const longest = Math.max(0, ...queues.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) =>
    queues.flatMap((queue) => queue.slice(turn, turn + 1)),
  ).flat();
}

interface Retried {
  /** The step whose task is to be queued. */
  readonly next: ActionStep | IconStep | null;
  readonly isGivenUp: boolean;
}

async function retry(transaction: LibraryTransaction, step: ActionStep | IconStep): Promise<Retried> {
  const [user, action] = await Promise.all([transaction.user(), transaction.action(step.action_id)]);
  const isDue = (action?.due_at?.toMillis() ?? Infinity) <= transaction.now.getTime();
  if (action === null || !isDue) return { next: null, isGivenUp: false };
  const { tries = 0 } = action;
  if (user === null || tries < TRIES_MAX) {
    transaction.retryAction(step.action_id, tries + 1);
    // Without a profile the account is being deleted. The action makes way for those of other people.
    return { next: user === null ? null : step, isGivenUp: false };
  }
  switch (step.state) {
    case 'icons':
      transaction.putAction(withoutIconJob(action), action);
      return { next: null, isGivenUp: true };
    case 'importing': {
      const stopped = await stopImport(transaction, step.uid, action);
      transaction.putAction({ ...stopped.action, state: 'done' }, action);
      return { next: stopped.next, isGivenUp: true };
    }
    case 'undoing':
      transaction.putAction({ ...action, state: 'done', next_part: undefined, failed: 'undo' }, action);
      return { next: null, isGivenUp: true };
    case 'redoing':
      transaction.putAction({ ...action, state: 'undone', next_part: undefined, failed: 'redo' }, action);
      return { next: null, isGivenUp: true };
  }
}
