import { uidsWithImports } from '#web/sync/imports/imports-channel.ts';
import { UPLOADS_CACHE } from '#web/sync/live/uploads-cache.ts';
import { storedUids, uidsWithOutbox } from '#web/sync/replica/names.ts';

/** The cache of reactfire, with the subscriptions of this page. */
export function reactfireCache(): Map<unknown, unknown> | null {
  const cache: unknown = Reflect.get(globalThis, '_reactFirePreloadedObservables');
  return cache instanceof Map ? cache : null;
}

/** Whether this browser may have data of a user that remove-libraries.ts removes. That file is large. */
export async function hasStoredData(): Promise<boolean> {
  if (reactfireCache() !== null) return true;
  const stored = await Promise.all([storedUids(), uidsWithOutbox(), uidsWithImports()]);
  if (stored.some((uids) => uids.length > 0)) return true;
  // Insecure contexts (plain http) have no CacheStorage.
  return 'caches' in globalThis && caches.has(UPLOADS_CACHE);
}
