import { UPLOADS_CACHE } from '#web/sync/live/uploads-cache.ts';
import { removeReplicas } from '#web/sync/replica/database.ts';
import { keptUids } from '#web/sync/replica/names.ts';

/**
 * Leaves nothing in this browser of whoever was here before; `except` is who is here now. reactfire keeps what it has
 * subscribed to, and even a refusal, for whoever comes next.
 */
export async function forgetLibraries(except: string | null): Promise<void> {
  const cache: unknown = Reflect.get(globalThis, '_reactFirePreloadedObservables');
  if (cache instanceof Map) cache.clear();
  const isSomebodyGone = except === null || (await keptUids()).some((uid) => uid !== except);
  // An address without https has no such storage.
  if (isSomebodyGone && 'caches' in globalThis) await caches.delete(UPLOADS_CACHE);
  await removeReplicas(except);
}
