import { expect, test } from 'vitest';

import { Tries } from '#functions/oauth/tries.ts';

test('a key that has used up its tries waits for the next window, and other keys do not', () => {
  let now = 0;
  const tries = new Tries({ most: 2, windowMs: 60_000, now: () => new Date(now) });
  tries.take('a');
  now = 10_000;
  tries.take('a');
  expect(() => {
    tries.take('a');
  }).toThrow(expect.objectContaining({ code: 'tooManyCalls', retryAfterS: 50 }));
  tries.take('b');
  now = 60_000;
  tries.take('a');
});

test('a try that succeeds does not count, also if its window has ended meanwhile', () => {
  let now = 0;
  const tries = new Tries({ most: 1, windowMs: 60_000, now: () => new Date(now) });
  tries.take('a');
  tries.giveBack('a');
  tries.take('a');
  now = 60_000;
  tries.giveBack('a');
  tries.take('a');
  expect(() => {
    tries.take('a');
  }).toThrow(expect.objectContaining({ code: 'tooManyCalls' }));
});
