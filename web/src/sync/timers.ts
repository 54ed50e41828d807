/** The clock and timers, injected so that tests can replace them. */
export interface Timers {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Runs a function later. The returned function cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/** Resolves after the given time, or when the signal aborts. */
export async function pause(timers: Timers, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      stop();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const stop = timers.after(ms, end);
    signal.addEventListener('abort', end, { once: true });
  });
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
