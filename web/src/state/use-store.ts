import { useSyncExternalStore } from 'react';

import type { Readable } from '#web/sync/store.ts';

export function useStore<T>(store: Readable<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}
