import type { Answer } from './answer.ts';

/** The addresses of the local suite's services. The app fetches it at each start. */
export const LOCAL_SERVICES = '/__local/emulators.json';

/** The local Hosting answers in milliseconds. A stopped one can leave the request open. */
const TIMEOUT_MS = 1000;

const CACHE = 'foldmark-local';

/** Runs at install, because the worker does not serve the first visit's own request. */
export async function storeLocalServices(): Promise<void> {
  await (await caches.open(CACHE)).add(LOCAL_SERVICES);
}

/** Network first if it answers, because each run of the suite may use other ports. */
export const localServices: Answer = async ({ request }) => {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) await cache.put(LOCAL_SERVICES, response.clone());
    return response;
  } catch (error) {
    const stored = await cache.match(LOCAL_SERVICES);
    if (stored === undefined) throw error;
    return stored;
  }
};
