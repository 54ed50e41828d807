import type { OpenLibrary } from '#web/sync/live/open-library.ts';
import type { Timers } from '#web/sync/timers.ts';

/** A call usually takes less. */
const TIMEOUT_MS = 5000;
const POLL_MS = 100;

/** Waits up to 5 s until all tabs have sent their changes. Resolves with the number of unsent changes. */
export async function waitUntilSent(
  library: Pick<OpenLibrary, 'countUnsent' | 'isOnline'>,
  timers: Timers,
): Promise<number> {
  const end = timers.now() + TIMEOUT_MS;
  for (;;) {
    const count = await library.countUnsent();
    if (count === 0 || !library.isOnline.get() || timers.now() >= end) return count;
    await new Promise<void>((resolve) => {
      timers.after(POLL_MS, resolve);
    });
  }
}
