import { setImmediate as tick } from 'node:timers/promises';

import { createApiClient } from '#web/api/api-client.ts';
import type { OutboxStore } from '#web/sync/changes/outbox/outbox.ts';
import { createUserChanges } from '#web/sync/live/user-changes.ts';
import { Library } from '@foldmark/library/memory/library';
import { createStore } from '#web/sync/store.ts';
import { FRESH_TOKEN, LibraryServer } from '#web/sync/testing/library-server.ts';
import { createManualTimers } from '#web/sync/testing/manual-timers.ts';
import { MemoryOutbox } from '#web/sync/testing/memory-outbox.ts';

let pages = 0;

/**
 * The library and the changes of a page, connected to a server that the test steps through. Pages of one device share a store.
 */
export function openPage(
  server = new LibraryServer(),
  store = new MemoryOutbox(),
  timers = createManualTimers(),
) {
  pages += 1;
  const name = `page-${pages}`;
  const library = new Library(-1_000_000 * pages);
  const isOnline = createStore(true);
  const ending = new AbortController();
  const session = { isExpired: false };
  const waiting = new Set<symbol>();
  const signedOutErrors: string[] = [];
  const started = Promise.withResolvers<void>();
  const send = server.fetchOf(name);
  let keys = 0;
  let isKilled = false;
  const outbox: OutboxStore = {
    canStore: store.canStore,
    list: store.list,
    reassign: store.reassign,
    write: async (...change) => {
      if (!isKilled) await store.write(...change);
    },
  };
  const changes = createUserChanges({
    library,
    api: createApiClient({
      baseUrl: '',
      fetch: async (...request) => {
        if (isKilled) return new Promise(() => undefined);
        if (!isOnline.get()) throw new TypeError('There is no network.');
        return send(...request);
      },
      token: async ({ fresh }) => {
        if (ending.signal.aborted || session.isExpired) return null;
        return fresh ? FRESH_TOKEN : 'token';
      },
    }),
    connection: {
      isOnline,
      waiting: () => {
        const request = Symbol('request');
        waiting.add(request);
        return () => waiting.delete(request);
      },
      outcome: (error) => {
        if (error?.code === 'offline') isOnline.set(false);
      },
    },
    owners: store,
    replica: { outbox },
    timers,
    signal: ending.signal,
    report: (message, cause) => {
      throw new Error(message, { cause });
    },
    bucket: () => 'bucket',
    device: 'A test',
    isLive: () => true,
    newKey: () => `${name}-request-${(keys += 1)}`,
    onLoggedOut: (errors) => signedOutErrors.push(...errors),
    ready: started.promise,
  });
  const feed = createFeed(library, server);
  const page = {
    name,
    library,
    server,
    store,
    timers,
    isOnline,
    session,
    /** The number of requests that wait for an answer. */
    waiting,
    /** The errors of changes that failed because the user was signed out. */
    signedOutErrors,
    changes,
    actions: changes.actions,
    undo: changes.undo,
    failures: changes.failures,
    feed,
    /** Starts the page: receives all records of the server, then resumes the changes of earlier pages. */
    start: async (): Promise<void> => {
      feed.everything();
      await changes.resumePending(await changes.takeOver());
      started.resolve();
      await tick();
    },
    /** Disconnects the page, which loses the requests under way. */
    goOffline: (): void => {
      isOnline.set(false);
      server.disconnect(name);
    },
    goOnline: (): void => {
      isOnline.set(true);
    },
    /** Closes the page: no answers arrive. With `outlive`, the requests that it sent still reach the server. */
    kill: (outlive = false): void => {
      isKilled = true;
      // The first key is the owner of the outbox.
      store.end(`${name}-request-1`);
      server.hangUp(name, outlive);
    },
    end: (): void => {
      ending.abort();
      changes.close();
    },
    /** Runs until the server has executed and answered every request, and delivers the feed. */
    comeToRest: async (): Promise<void> => {
      let calls: number;
      do {
        calls = server.calls.length;
        do await tick();
        while (server.work(0) || server.answer(0));
        feed.all();
        timers.pass(60_000);
        await tick();
      } while (server.calls.length > calls);
    },
    urls: (): string[] =>
      library
        .links({ kind: 'all' })
        .get()
        .map((key) => library.link(key)?.url ?? ''),
  };
  return page;
}

export type OpenPage = ReturnType<typeof openPage>;

/** Each function delivers the records of one collection that changed since its last call. */
function createFeed(library: Library, server: LibraryServer) {
  const [links, folders] = [server.links.feed(), server.folders.feed()];
  const [memberships, favorites] = [server.memberships.feed(), server.favorites.feed()];
  const feeds = {
    links: () => {
      library.receive('links', links());
    },
    folders: () => {
      library.receive('folders', folders());
    },
    memberships: () => {
      library.receive('folder_links', memberships());
    },
    favorites: () => {
      library.receive('favorites', favorites());
    },
  };
  return {
    ...feeds,
    all: () => {
      for (const deliver of Object.values(feeds)) deliver();
    },
    everything: () => {
      library.receive('links', server.links.everything());
      library.receive('folders', server.folders.everything());
      library.receive('folder_links', server.memberships.everything());
      library.receive('favorites', server.favorites.everything());
    },
  };
}
