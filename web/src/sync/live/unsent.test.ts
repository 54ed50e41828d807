import { setImmediate as tick } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { unsentAfterAll } from '#web/sync/live/unsent.ts';
import { createStore } from '#web/sync/store.ts';
import { createManualTimers } from '#web/sync/testing/manual-timers.ts';

function waiting(...counts: readonly number[]) {
  const timers = createManualTimers();
  const isOnline = createStore(true);
  const rest = [...counts];
  const library = { isOnline, countUnsent: async () => (rest.length > 1 ? rest.shift() : rest[0]) ?? 0 };
  const left: { count: number | undefined } = { count: undefined };
  void unsentAfterAll(library, timers).then((count) => (left.count = count));
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 100) {
      await tick();
      timers.pass(100);
    }
    await tick();
  };
  return { left, isOnline, pass };
}

test('nobody waits for nothing', async () => {
  const { left, pass } = waiting(0);
  await pass(0);
  expect(left.count).toBe(0);
});

test('who leaves waits until all is sent', async () => {
  const { left, pass } = waiting(2, 1, 0);
  await pass(100);
  expect(left.count).toBeUndefined();
  await pass(200);
  expect(left.count).toBe(0);
});

test('and not for ever, nor without a network', async () => {
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
