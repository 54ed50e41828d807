import { removeSentImports } from '#web/sync/imports/import-store.ts';
import { UPLOADS_CACHE } from '#web/sync/live/uploads-cache.ts';
import { removeReplicas } from '#web/sync/replica/database.ts';
import { storedUids } from '#web/sync/replica/names.ts';
import { removeSentOutboxes } from '#web/sync/replica/outbox-database.ts';

import { reactfireCache } from './stored-data.ts';

/**
 * Removes the stored libraries of all users but `except` from this browser. Also clears the cache of reactfire, which would
 * hand the subscriptions and errors of one user to the next.
 */
export async function removeLibraries(except: string | null): Promise<void> {
  reactfireCache()?.clear();
  const hasOtherUsers = except === null || (await storedUids()).some((uid) => uid !== except);
  // Insecure contexts (plain http) have no CacheStorage.
  if (hasOtherUsers && 'caches' in globalThis) await caches.delete(UPLOADS_CACHE);
  await Promise.all([removeReplicas(except), removeSentOutboxes(except), removeSentImports(except)]);
}
