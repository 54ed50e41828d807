import { setImmediate as tick } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { retryWithBackoff } from '#web/sync/live/retry-with-backoff.ts';
import { createManualTimers } from '#web/sync/testing/manual-timers.ts';

function retrying(succeedsAt: number) {
  const timers = createManualTimers();
  const ending = new AbortController();
  const errors: unknown[] = [];
  let tries = 0;
  const result = retryWithBackoff(
    async () => {
      tries += 1;
      if (tries < succeedsAt) throw new Error(`try ${tries}`);
      return tries;
    },
    { timers, signal: ending.signal, onError: (error) => errors.push(error) },
  );
  const pass = async (ms: number): Promise<void> => {
    await tick();
    timers.pass(ms);
    await tick();
  };
  return { result, errors, ending, pass };
}

test('a failure is retried with exponential backoff', async () => {
  const { result, errors, pass } = retrying(3);
  await pass(1000);
  expect(errors).toHaveLength(2);
  await pass(1000);
  expect(errors).toHaveLength(2);
  await pass(1000);
  expect(await result).toBe(3);
});

test('an abort ends the retries', async () => {
  const { result, errors, ending, pass } = retrying(9);
  await pass(0);
  ending.abort();
  expect(await result).toBeNull();
  expect(errors).toHaveLength(1);
});
