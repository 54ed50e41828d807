import { expect, test } from 'vitest';

import { temporary } from './temporary.ts';

/** Credentials that last an hour of a clock that the test sets. */
function setUp() {
  const timers = { time: 0, now: () => timers.time };
  const asked: boolean[] = [];
  const state = { isDown: false };
  const credentials = temporary(async ({ fresh }) => {
    await Promise.resolve();
    asked.push(fresh);
    if (state.isDown) throw new Error('down');
    return { number: asked.length, expiration: new Date(timers.now() + 3_600_000) };
  }, timers);
  const numbers = async (count: number) => {
    const all = await Promise.all(Array.from({ length: count }, credentials.get));
    return all.map(({ number }) => number);
  };
  return { timers, asked, state, credentials, numbers };
}

test('credentials are asked for once by all who want them, and kept', async () => {
  const { numbers } = setUp();
  expect(await numbers(3)).toEqual([1, 1, 1]);
  expect(await numbers(1)).toEqual([1]);
});

test('new ones are asked for shortly before the old ones expire, once', async () => {
  const { timers, numbers } = setUp();
  await numbers(1);
  timers.time = 3_600_000 - 60_001;
  expect(await numbers(2)).toEqual([1, 1]);
  timers.time += 1;
  expect(await numbers(2)).toEqual([2, 2]);
});

test('those that were refused are replaced by fresh ones', async () => {
  const { asked, credentials, numbers } = setUp();
  await numbers(1);
  credentials.refused();
  expect(await numbers(2)).toEqual([2, 2]);
  expect(asked).toEqual([false, true]);
});

test('a failure is not kept', async () => {
  const { state, numbers } = setUp();
  state.isDown = true;
  await expect(numbers(2)).rejects.toThrow('down');
  state.isDown = false;
  expect(await numbers(1)).toEqual([2]);
});
