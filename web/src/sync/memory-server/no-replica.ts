import type { Replica } from '#web/sync/replica/replica.ts';
import { createStore } from '#web/sync/store.ts';

/** Stores nothing, as in a browser without storage. */
export const NO_REPLICA: Replica = {
  load: async () => ({ changes: [], state: null }),
  write: async () => undefined,
  replace: async () => undefined,
  replaceChunks: async () => undefined,
  outbox: {
    canStore: createStore(false),
    write: async () => undefined,
    list: async () => [],
    reassign: async () => [],
  },
  profile: async () => null,
  writeProfile: async () => undefined,
  close: () => undefined,
};
