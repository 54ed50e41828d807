import { expect, test } from 'vitest';

import { watchWaking } from '#web/sync/live/watch-waking.ts';
import { createManualTimers } from '#web/sync/testing/manual-timers.ts';

test('a page that is visible again wakes after a long time, not after a short one', () => {
  const timers = createManualTimers();
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  let woken = 0;
  const stop = watchWaking(page, timers, () => (woken += 1));
  const turn = (visibilityState: string, ms: number): void => {
    timers.pass(ms);
    page.visibilityState = visibilityState;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  turn('hidden', 3_600_000);
  turn('visible', 60_000);
  expect(woken).toBe(0);
  turn('hidden', 1000);
  turn('visible', 3_600_000);
  expect(woken).toBe(1);
  stop();
  turn('hidden', 1000);
  turn('visible', 3_600_000);
  expect(woken).toBe(1);
});

test('a visible page wakes if its timers are late, or on a resume event', () => {
  const timers = createManualTimers();
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  let woken = 0;
  const stop = watchWaking(page, timers, () => (woken += 1));
  timers.pass(3_600_000);
  timers.sleep(60_000);
  timers.pass(10_000);
  expect(woken).toBe(0);
  timers.sleep(3_600_000);
  timers.pass(10_000);
  expect(woken).toBe(1);
  timers.sleep(3_600_000);
  page.dispatchEvent(new Event('resume'));
  timers.pass(10_000);
  expect(woken).toBe(2);
  stop();
  timers.sleep(3_600_000);
  timers.pass(10_000);
  expect(woken).toBe(2);
});

test('a hidden page that has slept wakes when it becomes visible', () => {
  const timers = createManualTimers();
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  let woken = 0;
  watchWaking(page, timers, () => (woken += 1));
  timers.sleep(3_600_000);
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  timers.pass(60_000);
  expect(woken).toBe(0);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(woken).toBe(1);
});
