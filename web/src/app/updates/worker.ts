import { shownImages } from './shown-images.ts';
import { TAKE_OVER } from './take-over.ts';

/** Long enough for a worker that takes over, and short enough for somebody who waits for a reload. */
const PATIENCE_MS = 3000;

/** Registers the service worker, and tells when a newer one waits, now or later. Answers how to look for one. */
export async function registerWorker(
  container: ServiceWorkerContainer,
  onNewer: () => void,
): Promise<() => Promise<unknown>> {
  if (container.controller === null) {
    // A first visit: the worker saw none of the requests of this page so far.
    const hand = () => container.controller?.postMessage(shownImages());
    container.addEventListener('controllerchange', hand, { once: true });
  }
  const registration = await container.register('/sw.js', { updateViaCache: 'none' });
  const follow = (worker: ServiceWorker | null): void => {
    worker?.addEventListener('statechange', () => {
      // The very first one replaces nothing.
      if (worker.state === 'installed' && registration.active !== null) onNewer();
    });
  };
  if (registration.waiting !== null) onNewer();
  follow(registration.installing);
  registration.addEventListener('updatefound', () => {
    follow(registration.installing);
  });
  return async () => registration.update();
}

/**
 * Shows the newest version there is: a plain reload would bring the one at hand again, also when files of it are missing.
 * Another tab may have let the new one in already; then a reload is all it takes.
 */
export async function reloadToNewest(
  container: ServiceWorkerContainer | undefined,
  reload: () => void,
): Promise<void> {
  const registration = await container?.getRegistration();
  const newer = registration === undefined ? null : await newerWorker(registration);
  if (container === undefined || newer === null) {
    reload();
    return;
  }
  const waited = setTimeout(reload, PATIENCE_MS);
  const show = (): void => {
    clearTimeout(waited);
    reload();
  };
  container.addEventListener('controllerchange', show, { once: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
  newer.postMessage(TAKE_OVER);
}

async function newerWorker(registration: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  if (registration.waiting !== null) return registration.waiting;
  try {
    await registration.update();
  } catch {
    // Nobody answers: what is here is all there is.
    return null;
  }
  const { installing } = registration;
  if (installing !== null) await installed(installing);
  return registration.waiting;
}

async function installed(worker: ServiceWorker): Promise<void> {
  if (worker.state !== 'installing') return;
  await new Promise<void>((resolve) => {
    worker.addEventListener(
      'statechange',
      () => {
        resolve();
      },
      { once: true },
    );
  });
}
