import { uidsWithImports } from '#web/sync/imports/imports-channel.ts';
import { UPLOADS_CACHE } from '#web/sync/live/uploads-cache.ts';
import { storedUids, uidsWithOutbox } from '#web/sync/replica/names.ts';

/** The cache in which reactfire keeps this page's subscriptions. */
export function reactfireCache(): Map<unknown, unknown> | null {
  const cache: unknown = Reflect.get(globalThis, '_reactFirePreloadedObservables');
  return cache instanceof Map ? cache : null;
}

/** Whether this browser may have data of a user to remove. Checked first, because remove-libraries.ts is large. */
export async function hasStoredData(): Promise<boolean> {
  if (reactfireCache() !== null) return true;
  const stored = await Promise.all([storedUids(), uidsWithOutbox(), uidsWithImports()]);
  if (stored.some((uids) => uids.length > 0)) return true;
  // Insecure contexts (plain http) have no CacheStorage.
  return 'caches' in globalThis && caches.has(UPLOADS_CACHE);
}
