import { expect, test } from 'vitest';

import { Failure } from '#functions/http/failure.ts';
import { MemoryCallLimit } from '#functions/http/memory-call-limit.ts';

function limitOf(callsAMinute: number) {
  const clock = { now: 1_700_000_000_000 };
  const limit = new MemoryCallLimit({ callsAMinute: () => callsAMinute, now: () => new Date(clock.now) });
  /** How many of these calls are let through. */
  const callsOf = (uid: string, times: number): number => {
    let through = 0;
    for (let call = 0; call < times; call += 1) {
      try {
        limit.count(uid);
        through += 1;
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'tooManyCalls') throw error;
      }
    }
    return through;
  };
  return { clock, callsOf };
}

test('lets a minute of calls through at once, and no more', () => {
  const { callsOf } = limitOf(60);
  expect(callsOf('ada', 100)).toBe(60);
});

test('lets one more through each time that one would have come evenly', () => {
  const { clock, callsOf } = limitOf(60);
  callsOf('ada', 100);
  clock.now += 999;
  expect(callsOf('ada', 5)).toBe(0);
  clock.now += 1;
  expect(callsOf('ada', 5)).toBe(1);
  clock.now += 10_000;
  expect(callsOf('ada', 50)).toBe(10);
});

test('gives nobody more for having been quiet for long', () => {
  const { clock, callsOf } = limitOf(60);
  callsOf('ada', 1);
  clock.now += 3_600_000;
  expect(callsOf('ada', 200)).toBe(60);
});

test('counts each caller alone, also among many', () => {
  const { clock, callsOf } = limitOf(2);
  expect(callsOf('ada', 3)).toBe(2);
  for (let other = 0; other < 5000; other += 1) expect(callsOf(`quiet-${other}`, 1)).toBe(1);
  expect(callsOf('ada', 1)).toBe(0);
  clock.now += 60_000;
  for (let other = 0; other < 5000; other += 1) expect(callsOf(`new-${other}`, 3)).toBe(2);
  expect(callsOf('ada', 3)).toBe(2);
});

test('is none where it is 0', () => {
  const { callsOf } = limitOf(0);
  expect(callsOf('ada', 1000)).toBe(1000);
});
