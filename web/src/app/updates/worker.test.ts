import { setImmediate as tick } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { createManualTimers } from '#web/sync/testing/manual-timers.ts';

import { registerLater } from './worker.ts';

/** A registration whose first tries fail. `pass` lets the time pass. */
function registering(failures: number) {
  const timers = createManualTimers();
  const ending = new AbortController();
  const state: { tries: number; error?: unknown } = { tries: 0 };
  const register = async () => {
    state.tries += 1;
    if (state.tries <= failures) throw new Error(`failure ${state.tries}`);
  };
  void registerLater(register, timers, ending.signal).catch((error: unknown) => (state.error = error));
  return {
    state,
    ending,
    pass: async (ms: number) => {
      await tick();
      timers.pass(ms);
      await tick();
    },
  };
}

test('a registration that a reload or a lost network interrupts is tried again, and is no error', async () => {
  const { state, pass } = registering(2);
  await pass(2999);
  expect(state.tries).toBe(0);
  await pass(1);
  expect(state.tries).toBe(1);
  await pass(10_000);
  await pass(60_000);
  await pass(600_000);
  expect(state).toEqual({ tries: 3 });
});

test('a registration that fails three times is an error', async () => {
  const { state, pass } = registering(Infinity);
  for (const ms of [3000, 10_000]) await pass(ms);
  expect(state.error).toBeUndefined();
  await pass(60_000);
  expect(state).toEqual({ tries: 3, error: new Error('failure 3') });
});

test('a page that ends registers nothing', async () => {
  const { state, pass, ending } = registering(0);
  ending.abort();
  await pass(3000);
  expect(state).toEqual({ tries: 0 });
});
