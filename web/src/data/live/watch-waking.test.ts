import { expect, test } from 'vitest';

import { watchWaking } from '#web/data/live/watch-waking.ts';
import { createManualTimers } from '#web/data/testing/manual-timers.ts';

test('a page that is seen again after a long time has slept, and one that was left for a moment has not', () => {
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
