import type { OpenLibrary } from '#web/sync/live/open-library.ts';
import type { Timers } from '#web/sync/timers.ts';

/** A call takes less, unless something is wrong. */
const WAIT_MS = 5000;
const LOOK_MS = 100;

type Sends = Pick<OpenLibrary, 'countUnsent' | 'isOnline'>;

/** Waits a little until everything is sent, in all tabs. Answers how much is not. */
export async function unsentAfterAll(library: Sends, timers: Timers): Promise<number> {
  const end = timers.now() + WAIT_MS;
  for (;;) {
    const count = await library.countUnsent();
    if (count === 0 || !library.isOnline.get() || timers.now() >= end) return count;
    await new Promise<void>((resolve) => {
      timers.after(LOOK_MS, resolve);
    });
  }
}
