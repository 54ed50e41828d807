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
  /** Makes calls that read nothing. Returns how many were accepted. */
  const callsOf = (uid: string, times: number): number => {
    let accepted = 0;
    for (let call = 0; call < times; call += 1) {
      if (retryAfterOf(() => allowance.begin(uid, 0)) === null) accepted += 1;
    }
    return accepted;
  };
  return { clock, allowance, callsOf };
}

/** Returns the seconds to wait before a retry, or null if the call was accepted. */
function retryAfterOf(act: () => void): number | null {
  try {
    act();
    return null;
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'tooManyCalls') throw error;
    return error.retryAfterS;
  }
}

test('the allowance accepts a burst of one minute’s calls and no more', () => {
  const { callsOf } = allowanceOf(60 * COST.call);
  expect(callsOf('ada', 100)).toBe(60);
});

test('after a burst, the allowance accepts calls at the even rate', () => {
  const { clock, callsOf } = allowanceOf(60 * COST.call);
  callsOf('ada', 100);
  clock.now += 10_000;
  expect(callsOf('ada', 50)).toBe(10);
});

test('an idle user saves up no more than one minute’s calls', () => {
  const { clock, callsOf } = allowanceOf(60 * COST.call);
  callsOf('ada', 1);
  clock.now += 3_600_000;
  expect(callsOf('ada', 200)).toBe(60);
});

test('the allowance counts each user separately, even with many users', () => {
  const { clock, callsOf } = allowanceOf(2 * COST.call);
  expect(callsOf('ada', 3)).toBe(2);
  for (let other = 0; other < 5000; other += 1) expect(callsOf(`inactive-${other}`, 1)).toBe(1);
  expect(callsOf('ada', 1)).toBe(0);
  clock.now += 60_000;
  for (let other = 0; other < 5000; other += 1) expect(callsOf(`new-${other}`, 3)).toBe(2);
  expect(callsOf('ada', 3)).toBe(2);
});

test('a setting of 0 limits nothing', () => {
  const { allowance, callsOf } = allowanceOf(0);
  allowance.begin('ada', 1_000_000).read(1_000_000);
  expect(callsOf('ada', 1000)).toBe(1000);
});

test('the allowance counts the call, and its reads, writes, tasks and bytes', () => {
  const { clock, allowance, callsOf } = allowanceOf(1000);
  const meter = allowance.begin('ada', 2 / COST.byte);
  meter.read(94);
  meter.count({ write: 100, task: 1 });
  meter.count({ byte: 592 / COST.byte });
  expect(callsOf('ada', 1)).toBe(0);
  // The costs are 4 and 2 for the call, 94, 300, 8 and 592, which are a whole minute together.
  clock.now += 60_000 - 1;
  expect(callsOf('ada', 1)).toBe(1);
  clock.now += 1;
  expect(callsOf('ada', 300)).toBe(249);
});

test('the allowance counts each deleted image and each deleted document', () => {
  const { clock, allowance, callsOf } = allowanceOf(1000);
  const meter = allowance.begin('ada', 0);
  meter.count({ task: 1, image: 100, deletion: 88 });
  expect(callsOf('ada', 1)).toBe(0);
  // The costs are 4 for the call, 8 for the task, 900 and 88, which are a whole minute together.
  clock.now += 60_000;
  expect(callsOf('ada', 300)).toBe(250);
});

test('a call that reads without a limit is never interrupted', () => {
  const { allowance } = allowanceOf(1000);
  const meter = allowance.begin('ada', 0);
  meter.count({ read: 200_000 });
  expect(retryAfterOf(() => meter.read(1))).toBeGreaterThan(0);
});

test('a running call can go into debt, and the next calls are rejected until it is paid', () => {
  const { clock, allowance } = allowanceOf(40_000);
  const begin = () => retryAfterOf(() => allowance.begin('ada', 0));
  const meter = allowance.begin('ada', 0);
  for (let link = 0; link < 100_000; link += 1) meter.read(1);
  expect(begin()).toBe(91);
  clock.now += 90_000;
  expect(begin()).toBe(1);
  clock.now += 1000;
  expect(begin()).toBe(null);
});

test('concurrent calls are interrupted if their debt exceeds the largest library', () => {
  const { allowance } = allowanceOf(40_000);
  const meters = Array.from({ length: 80 }, () => allowance.begin('ada', 0));
  let read = 0;
  let refused = 0;
  for (let link = 0; link < 100_000; link += 100) {
    for (const meter of meters) {
      if (retryAfterOf(() => meter.read(100)) === null) read += 100;
      else refused += 1;
    }
  }
  expect(read).toBeLessThan(190_000);
  expect(refused).toBeGreaterThan(0);
});
