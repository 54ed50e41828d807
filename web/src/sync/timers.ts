/** Time, handed in. */
export interface Timers {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Runs something later; the answer takes it back. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/** Resolves after so long, or when the signal ends the wait. */
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
