import type { Answer } from './answer.ts';

/** Says where the services of a run on this machine are; the app asks for it at each start. */
export const LOCAL_SERVICES = '/__local/emulators.json';

const CACHE = 'foldmark-local';

/** Already at the first visit, which this worker comes too late to serve. */
export async function keepLocalServices(): Promise<void> {
  await (await caches.open(CACHE)).add(LOCAL_SERVICES);
}

/** A run may have moved its ports, so what was kept counts only where nobody answers. */
export const localServices: Answer = async ({ request }) => {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(LOCAL_SERVICES, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(LOCAL_SERVICES);
    if (kept === undefined) throw error;
    return kept;
  }
};
