import { pause, type Timers } from '#web/sync/timers.ts';

const FIRST_WAIT_MS = 1000;
const LAST_WAIT_MS = 60_000;

/** Runs a function until it succeeds, with exponential backoff. Resolves with null if the signal aborts first. */
export async function retryWithBackoff<T>(
  run: () => Promise<T>,
  { timers, signal, onError }: { timers: Timers; signal: AbortSignal; onError: (error: unknown) => void },
): Promise<T | null> {
  for (let wait = FIRST_WAIT_MS; !signal.aborted; wait = Math.min(wait * 2, LAST_WAIT_MS)) {
    try {
      return await run();
    } catch (error) {
      onError(error);
      await pause(timers, wait, signal);
    }
  }
  return null;
}
