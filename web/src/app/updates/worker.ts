import { pause, type Timers } from '#web/sync/timers.ts';

import { shownImages } from './shown-images.ts';

/**
 * The delays before the attempts to register. They start when the library has loaded: by then most files that the worker caches
 * are in the HTTP cache.
 */
const TRIES_AFTER_MS = [3000, 10_000, 60_000];

/**
 * Registers when the page is idle. A reload or a lost network interrupts a registration, and a closing page makes no second try.
 * So only a failure of the last try is an error.
 */
export async function registerLater(
  register: () => Promise<void>,
  timers: Timers,
  signal: AbortSignal,
): Promise<void> {
  let failure: unknown;
  for (const ms of TRIES_AFTER_MS) {
    await pause(timers, ms, signal);
    if (signal.aborted) return;
    try {
      await register();
      return;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Registers the service worker. Calls `onNewer` whenever a newer one is waiting. Returns a function that checks for one. */
export async function registerWorker(
  container: ServiceWorkerContainer,
  onNewer: () => void,
): Promise<() => Promise<unknown>> {
  if (container.controller === null) {
    // On a first visit, the worker has not intercepted this page's requests. It caches the images that the page reports.
    const sendImages = () => container.controller?.postMessage(shownImages());
    container.addEventListener('controllerchange', sendImages, { once: true });
  }
  const registration = await container.register('/sw.js', { updateViaCache: 'none' });
  const watchState = (worker: ServiceWorker | null): void => {
    worker?.addEventListener('statechange', () => {
      // The first worker ever installed is not an update.
      if (worker.state === 'installed' && registration.active !== null) onNewer();
    });
  };
  if (registration.waiting !== null) onNewer();
  watchState(registration.installing);
  registration.addEventListener('updatefound', () => {
    watchState(registration.installing);
  });
  return async () => registration.update();
}
