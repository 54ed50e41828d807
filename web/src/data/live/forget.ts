import { removeReplicas } from '#web/data/replica/database.ts';

/**
 * Leaves nothing in this browser of whoever was here before; `except` is who is here now. reactfire keeps what it has
 * subscribed to, and even a refusal, for whoever comes next.
 */
export async function forgetLibraries(except: string | null): Promise<void> {
  const cache: unknown = Reflect.get(globalThis, '_reactFirePreloadedObservables');
  if (cache instanceof Map) cache.clear();
  await removeReplicas(except);
}
