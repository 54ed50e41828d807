import type { Connection } from '#web/sync/live/connection.ts';
import type { UserChanges } from '#web/sync/live/user-changes.ts';
import { pause, type Timers } from '#web/sync/timers.ts';

/** Calls usually take less time. */
const TIMEOUT_MS = 5000;
const POLL_MS = 100;

type Unsent = Pick<UserChanges, 'countUnsent'> & Pick<Connection, 'isOnline'>;

/** Waits up to 5 s for all tabs to send their changes. Resolves with the number of unsent changes. */
export async function waitUntilSent(library: Unsent, timers: Timers): Promise<number> {
  const end = timers.now() + TIMEOUT_MS;
  for (;;) {
    const count = await library.countUnsent();
    if (count === 0 || !library.isOnline.get() || timers.now() >= end) return count;
    await new Promise<void>((resolve) => {
      timers.after(POLL_MS, resolve);
    });
  }
}

/** Waits until the server has all earlier changes, so that an import finds all existing links. */
export async function untilSent(
  library: Unsent & Pick<UserChanges, 'sendHeld'>,
  timers: Timers,
  signal: AbortSignal,
): Promise<void> {
  library.sendHeld();
  while (!signal.aborted && (await waitUntilSent(library, timers)) > 0) await pause(timers, 1000, signal);
}
