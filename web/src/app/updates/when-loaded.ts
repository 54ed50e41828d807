import type { OpenLibrary } from '#web/sync/live/open-library.ts';
import { type Readable, until } from '#web/sync/store.ts';
import { pause, type Timers } from '#web/sync/timers.ts';

/** The limit for a browser with neither a network nor a replica. */
const LIMIT_MS = 30_000;

/** Resolves when the open library has loaded, or at once without one. */
export async function whenLoaded(
  library: Readable<Pick<OpenLibrary, 'loading'> | null>,
  timers: Timers,
  signal: AbortSignal,
): Promise<void> {
  const loading = library.get()?.loading;
  if (loading === undefined) return;
  await Promise.race([
    until(loading, (collections) => !Object.values(collections).some(Boolean)),
    pause(timers, LIMIT_MS, signal),
  ]);
}
