import { expect, test } from 'vitest';

import { Tries } from '#functions/oauth/tries.ts';

test('a key that has used up its tries waits for the next window, and other keys do not', () => {
  let now = 0;
  const tries = new Tries({ most: 2, windowMs: 60_000, now: () => new Date(now) });
  tries.add('a');
  now = 10_000;
  tries.require('a');
  tries.add('a');
  expect(() => {
    tries.require('a');
  }).toThrow(expect.objectContaining({ code: 'tooManyCalls', retryAfterS: 50 }));
  tries.require('b');
  now = 60_000;
  tries.require('a');
});
