import { setImmediate as tick } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { keepTrying } from '#web/sync/live/keep-trying.ts';
import { createManualTimers } from '#web/sync/testing/manual-timers.ts';

function trying(succeedsAt: number) {
  const timers = createManualTimers();
  const ending = new AbortController();
  const errors: unknown[] = [];
  let tries = 0;
  const result = keepTrying(
    async () => {
      tries += 1;
      if (tries < succeedsAt) throw new Error(`try ${tries}`);
      return tries;
    },
    { timers, signal: ending.signal, failed: (error) => errors.push(error) },
  );
  const pass = async (ms: number): Promise<void> => {
    await tick();
    timers.pass(ms);
    await tick();
  };
  return { result, errors, ending, pass };
}

test('what fails is tried again, with longer and longer waits', async () => {
  const { result, errors, pass } = trying(3);
  await pass(1000);
  expect(errors).toHaveLength(2);
  await pass(1000);
  expect(errors).toHaveLength(2);
  await pass(1000);
  expect(await result).toBe(3);
});

test('and no more when it is over', async () => {
  const { result, errors, ending, pass } = trying(9);
  await pass(0);
  ending.abort();
  expect(await result).toBeNull();
  expect(errors).toHaveLength(1);
});
