import { hasImports, onImportsChanged } from '#web/sync/imports/imports-channel.ts';
import type { RunImportsDeps } from '#web/sync/imports/run-imports.ts';
import { retryWithBackoff } from '#web/sync/live/retry-with-backoff.ts';
import { createStore, type Readable } from '#web/sync/store.ts';

/** By then the library has loaded, so that looking for imports delays nothing. */
const LOOK_AFTER_MS = 1500;

export interface WatchImportsDeps extends RunImportsDeps {
  /** Resolves when requests may be sent. */
  readonly ready: Promise<void>;
  /** Loads the code that sends imports, which few visits need. */
  readonly loadRunner?: () => Promise<{ readonly runImports: (deps: RunImportsDeps) => Promise<void> }>;
}

/**
 * Sends the imports that this browser has stored, until the library closes. The result becomes true when there is an unfinished
 * import, or when a tab stores one.
 */
export function watchImports({
  ready,
  loadRunner = async () => import('#web/sync/imports/run-imports.ts'),
  ...deps
}: WatchImportsDeps): Readable<boolean> {
  const { uid, timers, signal, report } = deps;
  const hasAny = createStore(false);
  const run = async (): Promise<void> => {
    await ready;
    const runner = await retryWithBackoff(loadRunner, {
      timers,
      signal,
      onError: (error) => {
        report('What sends imports could not be loaded.', error);
      },
    });
    if (!signal.aborted) await runner?.runImports(deps);
  };
  const found = (): void => {
    if (hasAny.get()) return;
    hasAny.set(true);
    run().catch((error: unknown) => {
      if (!signal.aborted) report('The stored imports could not be sent.', error);
    });
  };
  const stopLooking = timers.after(LOOK_AFTER_MS, () => {
    hasImports(uid).then(
      (has) => {
        if (has && !signal.aborted) found();
      },
      // Without storage there are no imports.
      () => undefined,
    );
  });
  const stopListening = onImportsChanged(found);
  signal.addEventListener('abort', () => {
    stopLooking();
    stopListening();
  });
  return hasAny;
}
