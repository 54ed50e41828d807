import { TAKE_OVER } from './take-over.ts';

/** Reloads after this time, even if the new worker has not taken control. */
const ACTIVATION_TIMEOUT_MS = 3000;

/**
 * Reloads the page with the newest version. A plain reload would load the cached version again, even if some of its files are
 * missing. If no newer worker is waiting, for example because another tab has activated it, this only reloads.
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
  const timer = setTimeout(reload, ACTIVATION_TIMEOUT_MS);
  const onControlled = (): void => {
    clearTimeout(timer);
    reload();
  };
  container.addEventListener('controllerchange', onControlled, { once: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
  newer.postMessage(TAKE_OVER);
}

async function newerWorker(registration: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  if (registration.waiting !== null) return registration.waiting;
  try {
    await registration.update();
  } catch {
    // Offline, so the installed version is the newest one available.
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
