import type { ApiClient } from '#web/api/api-client.ts';
import { type OpenLibrary, openLibrary, type OpenLibraryDeps } from '#web/sync/live/open-library.ts';
import { memoryCloud } from '#web/sync/memory-server/memory-cloud.ts';
import { NO_REPLICA } from '#web/sync/memory-server/no-replica.ts';
import type { ServerLibrary } from '#web/sync/memory-server/server-library.ts';
import { UNKNOWN_OWNERS } from '#web/sync/changes/outbox/owners.ts';
import type { Replica } from '#web/sync/replica/replica.ts';
import { createStore } from '#web/sync/store.ts';
import type { Timers } from '#web/sync/timers.ts';

import { DEMO_UID } from './demo-server.ts';

type Page = Pick<OpenLibraryDeps, 'newKey' | 'firstKey' | 'onSeen' | 'onLeave' | 'timers' | 'report'>;

interface DemoLibraryDeps extends Page {
  readonly server: ServerLibrary;
  readonly api: ApiClient;
}

/** Opens the demo's library as that of a user. Its server answers at once, so it needs no storage and no network. */
export function openDemoLibrary({ server, ...page }: DemoLibraryDeps): OpenLibrary {
  return openLibrary({
    ...page,
    uid: DEMO_UID,
    bucket: () => '',
    device: 'Demo',
    replica: replicaOf(server, page.timers),
    readSnapshot: async () => null,
    afterPaint: async () => undefined,
    loadCloud: async () => {
      const { Feeds } = await import('#web/sync/feed/feeds.ts');
      return { open: () => memoryCloud(server), Feeds };
    },
    network: { isOnline: () => true, onChange: () => () => undefined },
    owners: UNKNOWN_OWNERS,
    onWake: () => () => undefined,
    askBeforeLeaving: () => undefined,
    removeUnusedImages: async () => undefined,
    watchImports: () => createStore(false),
    onLoggedOut: () => undefined,
  });
}

/** Shows the server's documents in the first frame. Stores nothing: changes reach the server at once. */
function replicaOf(server: ServerLibrary, timers: Timers): Replica {
  return {
    ...NO_REPLICA,
    load: async (collection) => {
      const changes = server.liveVersions(collection);
      const newest = changes.reduce((latest, { at }) => Math.max(latest, at), 0);
      return { changes, state: { newest, heardAt: timers.now() } };
    },
    outbox: { ...NO_REPLICA.outbox, canStore: createStore(true) },
  };
}
