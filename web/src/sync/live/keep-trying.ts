import { pause, type Timers } from '#web/sync/timers.ts';

const FIRST_WAIT_MS = 1000;
const LAST_WAIT_MS = 60_000;

/** Runs something until it succeeds, with longer and longer waits between. Null where it was ended before. */
export async function keepTrying<T>(
  run: () => Promise<T>,
  { timers, signal, failed }: { timers: Timers; signal: AbortSignal; failed: (error: unknown) => void },
): Promise<T | null> {
  for (let wait = FIRST_WAIT_MS; !signal.aborted; wait = Math.min(wait * 2, LAST_WAIT_MS)) {
    try {
      return await run();
    } catch (error) {
      failed(error);
      await pause(timers, wait, signal);
    }
  }
  return null;
}
