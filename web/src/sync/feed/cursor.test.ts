import { expect, test } from 'vitest';

import { completeUpTo, cursorOf, isTooOld } from '#web/sync/feed/cursor.ts';

const DAY_MS = 86_400_000;
const NOW = 100 * DAY_MS;

test('the query repeats documents whose writes may have been in flight when the feed last listened', () => {
  const newest = NOW * 1000;
  expect(cursorOf({ newest, heardAt: NOW })).toBe(newest - 10_000_000);
  expect(cursorOf({ newest, heardAt: NOW + 9000 })).toBe(newest - 1_000_000);
});

test('the query does not repeat documents that were received long before', () => {
  const newest = NOW * 1000;
  expect(cursorOf({ newest, heardAt: NOW + 3_600_000 })).toBe(newest);
});

test('the query of an empty collection starts at 0', () => {
  expect(cursorOf({ newest: 0, heardAt: NOW })).toBe(0);
  expect(cursorOf({ newest: 0, heardAt: 0 })).toBe(0);
});

test('a replica can be used for 25 days without listening', () => {
  expect(isTooOld({ newest: 1, heardAt: NOW - 25 * DAY_MS }, NOW)).toBe(false);
  expect(isTooOld({ newest: 1, heardAt: NOW - 25 * DAY_MS - 1 }, NOW)).toBe(true);
});

test('a replica that was stored with a clock ahead of this one is too old, except for the correction of a clock', () => {
  expect(isTooOld({ newest: 1, heardAt: NOW + 60_000 }, NOW)).toBe(false);
  expect(isTooOld({ newest: 1, heardAt: NOW + 60_001 }, NOW)).toBe(true);
});

test('the snapshot of a server whose clock is ahead of this one can be used', () => {
  const state = completeUpTo((NOW + DAY_MS) * 1000, [], NOW);
  expect(isTooOld(state, NOW)).toBe(false);
  expect(completeUpTo(NOW * 1000, [], NOW + DAY_MS)).toEqual({
    newest: (NOW - 300_000) * 1000,
    heardAt: NOW,
  });
});
