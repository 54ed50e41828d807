import { expect, test } from 'vitest';

import { Feeds } from '#web/sync/feed/feeds.ts';
import { Library } from '@foldmark/library/memory/library';
import { createLiveFeeds } from '#web/sync/live/live-feeds.ts';
import { NO_REPLICA } from '#web/sync/memory-server/no-replica.ts';
import { createManualTimers } from '#web/sync/testing/manual-timers.ts';

test('if all four feeds fail, the server is probed once', async () => {
  const timers = createManualTimers();
  const server = { isThere: false, probes: 0 };
  const feeds = createLiveFeeds({
    uid: 'u1',
    library: new Library(),
    loadCloud: async () => ({
      open: () => ({
        readAll: async () => {
          if (!server.isThere) throw new Error('The server is unreachable.');
          return [];
        },
        newerThan: async () => Promise.withResolvers<never>().promise,
        reconnect: async () => undefined,
        close: async () => undefined,
      }),
      Feeds,
    }),
    timers,
    signal: new AbortController().signal,
    onLoaded: () => undefined,
    onRead: () => undefined,
    onBehind: () => {
      server.probes += 1;
    },
    report: () => undefined,
  });
  const pass = async (ms: number): Promise<void> => {
    timers.pass(ms);
    await new Promise(setImmediate);
  };
  await feeds.start(NO_REPLICA, { links: null, folders: null, folder_links: null, favorites: null });
  await pass(1000);
  await pass(2000);
  await pass(4000);
  expect([feeds.isBehind.get(), server.probes]).toEqual([true, 1]);
  server.isThere = true;
  await pass(8000);
  expect([feeds.isBehind.get(), server.probes]).toEqual([false, 1]);
  await feeds.close();
});
