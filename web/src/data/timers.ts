/** Time, handed in. */
export interface Timers {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Runs something later; the answer takes it back. */
  readonly after: (ms: number, run: () => void) => () => void;
}

export const SYSTEM_TIMERS: Timers = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};
