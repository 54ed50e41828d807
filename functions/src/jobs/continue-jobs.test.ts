import { expect, test } from 'vitest';

import { continueActions, inTurns } from '#functions/jobs/continue-jobs.ts';
import type { ActionStep } from '#functions/store/steps.ts';
import { noLibrary, noServices } from '#functions/testing/no-services.ts';

function step(uid: string, action_id: string): ActionStep {
  return { uid, action_id, part: 0, state: 'undoing' };
}

/** 150 actions of Ada, and after them one of Bob. */
const DUE = [...Array.from({ length: 150 }, (_, index) => step('ada', `a${index}`)), step('bob', 'b')];

function servicesOf(failing: string) {
  const queued: string[] = [];
  const services = noServices({
    libraries: async () => ({
      uids: async function* () {},
      dueDeletions: async () => [],
      dueActions: async () => DUE,
      dueSnapshots: async () => [],
      dueLeftovers: async () => [],
    }),
    library: async (uid) =>
      noLibrary({
        transaction: async () => {
          if (uid === failing) throw new Error('no');
          throw new Error(`reached ${uid}`);
        },
      }),
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (_, fields) => void queued.push(String(fields['stack_trace']).split('\n')[0] ?? ''),
    },
  });
  return { queued, services };
}

test('users take turns, each with the action that waits longest', () => {
  const due = ['a1', 'a2', 'a3', 'b1', 'c1', 'c2'].map((id) => ({ uid: id.slice(0, 1), id }));
  expect(inTurns(due).map(({ id }) => id)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  expect(inTurns([])).toEqual([]);
});

test('an action that cannot be continued does not hold up those of other users', async () => {
  const { queued, services } = servicesOf('ada');
  expect(await continueActions(services)).toEqual({ continued: 0, given_up: 0, failed: 100 });
  expect(queued).toContain('Error: reached bob');
});
