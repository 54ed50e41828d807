import { setImmediate as tick } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { waitUntilSent } from '#web/sync/live/wait-until-sent.ts';
import { createStore } from '#web/sync/store.ts';
import { createManualTimers } from '#web/sync/testing/manual-timers.ts';

function waiting(...counts: readonly number[]) {
  const timers = createManualTimers();
  const isOnline = createStore(true);
  const rest = [...counts];
  const library = { isOnline, countUnsent: async () => (rest.length > 1 ? rest.shift() : rest[0]) ?? 0 };
  const left: { count: number | undefined } = { count: undefined };
  void waitUntilSent(library, timers).then((count) => (left.count = count));
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 100) {
      await tick();
      timers.pass(100);
    }
    await tick();
  };
  return { left, isOnline, pass };
}

test('the wait ends at once if there is nothing to send', async () => {
  const { left, pass } = waiting(0);
  await pass(0);
  expect(left.count).toBe(0);
});

test('the wait ends when everything is sent', async () => {
  const { left, pass } = waiting(2, 1, 0);
  await pass(100);
  expect(left.count).toBeUndefined();
  await pass(200);
  expect(left.count).toBe(0);
});

test('the wait gives up after a timeout, and at once without a network', async () => {
  const { left, pass } = waiting(2);
  await pass(4000);
  expect(left.count).toBeUndefined();
  await pass(2000);
  expect(left.count).toBe(2);
  const offline = waiting(3);
  offline.isOnline.set(false);
  await offline.pass(200);
  expect(offline.left.count).toBe(3);
});
