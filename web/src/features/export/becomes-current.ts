import type { OpenLibrary } from '#web/sync/live/open-library.ts';
import { until } from '#web/sync/store.ts';
import { SYSTEM_TIMERS } from '#web/sync/timers.ts';

const WAIT_MS = 10_000;

/** Waits for pending changes of other devices. Resolves with false if they don't arrive in time, or if there is no connection. */
export async function becomesCurrent(library: OpenLibrary): Promise<boolean> {
  const { isOnline, isBehind } = library;
  const timeout = Promise.withResolvers<boolean>();
  const cancel = SYSTEM_TIMERS.after(WAIT_MS, () => {
    timeout.resolve(false);
  });
  try {
    if (!isOnline.get() || isBehind.get()) return false;
    return await Promise.race([allLive(library), timeout.promise]);
  } finally {
    cancel();
  }
}

async function allLive({ feeds }: OpenLibrary): Promise<boolean> {
  await until(feeds, (list) => list !== null);
  await Promise.all((feeds.get() ?? []).map(async ({ isLive }) => until(isLive, (live) => live)));
  return true;
}
