import { expect, test } from 'vitest';

import { MemoryAllowance } from '#functions/allowance/memory-allowance.ts';
import { COST } from '#functions/allowance/meter.ts';
import { Failure } from '#functions/errors/failure.ts';

function allowanceOf(readsAMinute: number) {
  const clock = { now: 1_700_000_000_000 };
  const allowance = new MemoryAllowance({
    readsAMinute: () => readsAMinute,
    now: () => new Date(clock.now),
  });
  /** How many of these calls, which read nothing, are let through. */
  const callsOf = (uid: string, times: number): number => {
    let through = 0;
    for (let call = 0; call < times; call += 1) {
      if (refusalOf(() => allowance.begin(uid, 0)) === null) through += 1;
    }
    return through;
  };
  return { clock, allowance, callsOf };
}

/** After how many seconds to try again, or null for what is let through. */
function refusalOf(what: () => void): number | null {
  try {
    what();
    return null;
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'tooManyCalls') throw error;
    return error.retryAfterS;
  }
}

test('lets a minute’s worth of calls through at once, and no more', () => {
  const { callsOf } = allowanceOf(60 * COST.call);
  expect(callsOf('ada', 100)).toBe(60);
});

test('lets one more through each time that one would have come evenly', () => {
  const { clock, callsOf } = allowanceOf(60 * COST.call);
  callsOf('ada', 100);
  clock.now += 10_000;
  expect(callsOf('ada', 50)).toBe(10);
});

test('gives nobody more for having been quiet for long', () => {
  const { clock, callsOf } = allowanceOf(60 * COST.call);
  callsOf('ada', 1);
  clock.now += 3_600_000;
  expect(callsOf('ada', 200)).toBe(60);
});

test('counts each person alone, also among many', () => {
  const { clock, callsOf } = allowanceOf(2 * COST.call);
  expect(callsOf('ada', 3)).toBe(2);
  for (let other = 0; other < 5000; other += 1) expect(callsOf(`quiet-${other}`, 1)).toBe(1);
  expect(callsOf('ada', 1)).toBe(0);
  clock.now += 60_000;
  for (let other = 0; other < 5000; other += 1) expect(callsOf(`new-${other}`, 3)).toBe(2);
  expect(callsOf('ada', 3)).toBe(2);
});

test('is none where it is 0', () => {
  const { allowance, callsOf } = allowanceOf(0);
  allowance.begin('ada', 1_000_000).read(1_000_000);
  expect(callsOf('ada', 1000)).toBe(1000);
});

test('counts reads, writes, tasks and bytes beside the call', () => {
  const { clock, allowance, callsOf } = allowanceOf(1000);
  const meter = allowance.begin('ada', 2 * COST.bytes);
  meter.read(94);
  meter.wrote(100);
  meter.queued();
  meter.sent(592 * COST.bytes);
  expect(callsOf('ada', 1)).toBe(0);
  // 4 and 2 for the call, 94, 300, 8, 592: together the whole minute.
  clock.now += 60_000 - 1;
  expect(callsOf('ada', 1)).toBe(1);
  clock.now += 1;
  expect(callsOf('ada', 300)).toBe(249);
});

test('counts each image that a task deletes, and each document that is deleted', () => {
  const { clock, allowance, callsOf } = allowanceOf(1000);
  const meter = allowance.begin('ada', 0);
  meter.queuedImages(100);
  meter.deleted(88);
  expect(callsOf('ada', 1)).toBe(0);
  // 4 for the call, 8 for the task, 900, 88: together the whole minute.
  clock.now += 60_000;
  expect(callsOf('ada', 300)).toBe(250);
});

test('lets a call that must not break off go into any debt', () => {
  const { allowance } = allowanceOf(1000);
  const meter = allowance.begin('ada', 0);
  meter.readWithoutLimit(200_000);
  expect(refusalOf(() => meter.read(1))).toBeGreaterThan(0);
});

test('lets a call end that began while something was left, and the next wait for the debt', () => {
  const { clock, allowance } = allowanceOf(40_000);
  const begin = () => refusalOf(() => allowance.begin('ada', 0));
  const meter = allowance.begin('ada', 0);
  for (let link = 0; link < 100_000; link += 1) meter.read(1);
  expect(begin()).toBe(91);
  clock.now += 90_000;
  expect(begin()).toBe(1);
  clock.now += 1000;
  expect(begin()).toBe(null);
});

test('stops calls on their way together when the debt is larger than any answer', () => {
  const { allowance } = allowanceOf(40_000);
  const meters = Array.from({ length: 80 }, () => allowance.begin('ada', 0));
  let read = 0;
  let refused = 0;
  for (let link = 0; link < 100_000; link += 100) {
    for (const meter of meters) {
      if (refusalOf(() => meter.read(100)) === null) read += 100;
      else refused += 1;
    }
  }
  expect(read).toBeLessThan(190_000);
  expect(refused).toBeGreaterThan(0);
});
