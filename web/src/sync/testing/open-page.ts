import { setImmediate as tick } from 'node:timers/promises';

import { createApiClient } from '#web/api/api-client.ts';
import type { LibraryCollection } from '@foldmark/library/entities/collections';
import type { Documents } from '#web/sync/memory-server/documents.ts';
import type { OutboxStore } from '#web/sync/changes/outbox/outbox.ts';
import { createUserChanges } from '#web/sync/live/user-changes.ts';
import { Library } from '@foldmark/library/memory/library';
import { createStore } from '#web/sync/store.ts';
import { FRESH_TOKEN, LibraryServer } from '#web/sync/testing/library-server.ts';
import { createManualTimers } from '#web/sync/testing/manual-timers.ts';
import { MemoryOutbox } from '#web/sync/testing/memory-outbox.ts';

let pages = 0;

/**
 * The library and the changes of a page, connected to a server that the test steps through. Pages of one device share a store, and
 * a replica if they have one: then a page starts with the records that these pages have received.
 */
export function openPage(
  server = new LibraryServer(),
  store = new MemoryOutbox(),
  timers = createManualTimers(),
  replica: ReplicaPositions = new Map(),
) {
  pages += 1;
  const name = `page-${pages}`;
  const library = new Library(-1_000_000 * pages);
  const isOnline = createStore(true);
  const ending = new AbortController();
  const session = { isExpired: false };
  const waiting = new Set<symbol>();
  const signedOutErrors: string[] = [];
  /** Without `heardAt`, the server was heard a moment ago. */
  const feedState: { isLive: boolean; heardAt: number | null; reconnects: number } = {
    isLive: true,
    heardAt: null,
    reconnects: 0,
  };
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
    feeds: {
      isLive: () => feedState.isLive,
      heardAt: () => feedState.heardAt ?? timers.now(),
      reconnect: () => {
        feedState.reconnects += 1;
      },
    },
    newKey: () => `${name}-request-${(keys += 1)}`,
    onLoggedOut: (errors) => signedOutErrors.push(...errors),
    ready: started.promise,
  });
  const feed = createFeed(library, server, replica);
  const page = {
    name,
    library,
    server,
    store,
    timers,
    replica,
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
    feedState,
    /** Starts the page: shows the replica, or all records of the server, and resumes the changes of earlier pages. */
    start: async (): Promise<void> => {
      feed.start();
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

/** How many versions of each collection the pages of a browser have received. */
export type ReplicaPositions = Map<LibraryCollection, number>;

/** Each function delivers the records of one collection that changed since its last call. */
function createFeed(library: Library, server: LibraryServer, replica: ReplicaPositions) {
  const feedOf = <C extends LibraryCollection>(collection: C, documents: Documents<C>) => {
    let position = documents.count;
    const receive = (to: number): void => {
      library.receive(collection, documents.newest(position, to));
      position = to;
      replica.set(collection, Math.max(to, replica.get(collection) ?? 0));
    };
    return {
      start: () => {
        position = 0;
        receive(replica.get(collection) ?? documents.count);
      },
      next: () => {
        receive(documents.count);
      },
      one: () => {
        receive(Math.min(position + 1, documents.count));
      },
    };
  };
  const links = feedOf('links', server.links);
  const folders = feedOf('folders', server.folders);
  const memberships = feedOf('folder_links', server.memberships);
  const favorites = feedOf('favorites', server.favorites);
  const feeds = [links, folders, memberships, favorites];
  return {
    /** Deliver only the next write of a collection. */
    one: { links: links.one, memberships: memberships.one, favorites: favorites.one },
    links: links.next,
    folders: folders.next,
    memberships: memberships.next,
    favorites: favorites.next,
    all: () => {
      for (const { next } of feeds) next();
    },
    start: () => {
      for (const { start } of feeds) start();
    },
  };
}
