import { shownImages } from './shown-images.ts';

/** Registers the service worker. Calls `onNewer` whenever a newer one is waiting. Returns a function that checks for one. */
export async function registerWorker(
  container: ServiceWorkerContainer,
  onNewer: () => void,
): Promise<() => Promise<unknown>> {
  if (container.controller === null) {
    // On a first visit, the worker has seen none of this page's requests. It caches the images that the page reports.
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
