import type { Timers } from '#web/sync/timers.ts';

export interface ManualTimers extends Timers {
  /** Advances the clock and runs the timers that are due. */
  readonly pass: (ms: number) => void;
  /** Advances the clock without running timers, as a sleeping machine does. They run late, at the next `pass`. */
  readonly sleep: (ms: number) => void;
}

export function createManualTimers(start = 1_700_000_000_000): ManualTimers {
  let now = start;
  const waiting = new Set<{ readonly at: number; readonly run: () => void }>();
  const nextBefore = (end: number) =>
    [...waiting].filter(({ at }) => at <= end).toSorted((left, right) => left.at - right.at)[0];
  return {
    now: () => now,
    after: (ms, run) => {
      const timer = { at: now + ms, run };
      waiting.add(timer);
      return () => {
        waiting.delete(timer);
      };
    },
    pass: (ms) => {
      const end = now + ms;
      for (let timer = nextBefore(end); timer !== undefined; timer = nextBefore(end)) {
        waiting.delete(timer);
        now = Math.max(now, timer.at);
        timer.run();
      }
      now = end;
    },
    sleep: (ms) => {
      now += ms;
    },
  };
}
