import { setImmediate as tick } from 'node:timers/promises';

import { createApiClient, inputErrors } from '#web/api/api-client.ts';
import { Library } from '#web/sync/library/library.ts';
import type { ActionContext } from '#web/sync/mutations/actions/context.ts';
import { resume } from '#web/sync/mutations/actions/resume.ts';
import { createFailures } from '#web/sync/mutations/failures.ts';
import { createMutations, type MutationParts } from '#web/sync/mutations/mutations.ts';
import { Patches } from '#web/sync/mutations/patches.ts';
import { Outbox } from '#web/sync/outbox/outbox.ts';
import { createStore, type Store, until } from '#web/sync/store.ts';
import { LibraryServer } from '#web/sync/testing/library-server.ts';
import { createManualTimers, type ManualTimers } from '#web/sync/testing/manual-timers.ts';
import { MemoryOutbox } from '#web/sync/testing/memory-outbox.ts';

let pages = 0;

/** A page's library, outbox and mutations, connected to a server that the test steps through itself. */
export function openPage(server = new LibraryServer(), store = new MemoryOutbox()) {
  pages += 1;
  const owner = `page ${pages}`;
  const library = new Library(-1_000_000 * pages);
  const timers = createManualTimers();
  const failures = createFailures();
  const isOnline = createStore(true);
  const ending = new AbortController();
  const outbox = new Outbox({
    owner,
    owners: store,
    store: Promise.resolve(store),
    timers,
    report: (message, cause) => {
      throw new Error(message, { cause });
    },
  });
  const signedOutErrors: string[] = [];
  const context = createContext({
    owner,
    library,
    server,
    timers,
    failures,
    isOnline,
    outbox,
    onLoggedOut: (errors) => signedOutErrors.push(...errors),
    signal: ending.signal,
  });
  const feed = createFeed(library, server);
  return {
    library,
    server,
    store,
    timers,
    failures,
    isOnline,
    outbox,
    /** The errors of changes that failed because the user was signed out. */
    signedOutErrors,
    context,
    feed,
    ...pageSteps({ library, server, context, outbox, timers, feed }),
    /** The page closes: no answers arrive. The test decides whether the requests that it sent reach the server. */
    kill: (): void => {
      store.owners.delete(owner);
      server.hangUp();
    },
    end: (): void => {
      ending.abort();
      outbox.close();
    },
  };
}

export type OpenPage = ReturnType<typeof openPage>;

interface ContextParts extends Pick<MutationParts, 'onLoggedOut' | 'signal' | 'library' | 'failures'> {
  readonly owner: string;
  readonly server: LibraryServer;
  readonly timers: ManualTimers;
  readonly isOnline: Store<boolean>;
  readonly outbox: Outbox;
}

function createContext({ owner, server, isOnline, ...parts }: ContextParts): ActionContext {
  const { library, failures, timers, signal } = parts;
  let requests = 0;
  const mutate = createMutations({
    ...parts,
    api: createApiClient({
      baseUrl: '',
      fetch: server.fetch,
      token: async () => (signal.aborted ? null : 'token'),
    }),
    inputErrors,
    newKey: () => `request ${(requests += 1)} of ${owner}`,
    isLive: () => true,
    onOutcome: (error) => {
      if (error?.code === 'offline') isOnline.set(false);
    },
    ready: Promise.resolve(),
    online: async () => until(isOnline, Boolean),
  });
  const now = () => timers.now() * 1000;
  const patches = new Patches(library, now);
  return { library, mutate, failures, now, patches, userChanged: () => undefined };
}

/** Each function delivers the records of one collection that changed since its last call. */
function createFeed(library: Library, server: LibraryServer) {
  return {
    links: () => {
      library.receive('links', server.links.takeNews());
    },
    memberships: () => {
      library.receive('folder_links', server.memberships.takeNews());
    },
    favorites: () => {
      library.receive('favorites', server.favorites.takeNews());
    },
  };
}

interface StepParts {
  readonly library: Library;
  readonly server: LibraryServer;
  readonly context: ActionContext;
  readonly outbox: Outbox;
  readonly timers: ManualTimers;
  readonly feed: ReturnType<typeof createFeed>;
}

function pageSteps({ library, server, context, outbox, timers, feed }: StepParts) {
  return {
    /** Startup of a page: receives all records of the server, then resumes the changes of earlier pages. */
    start: async (): Promise<void> => {
      library.receive('links', server.links.everything());
      library.receive('folder_links', server.memberships.everything());
      library.receive('favorites', server.favorites.everything());
      resume(context, await outbox.takeOver());
      await tick();
    },
    /** Runs until the server has executed and answered every request, then delivers the feed. */
    comeToRest: async (): Promise<void> => {
      do await tick();
      while (server.work(0) || server.answer(0));
      for (const deliver of Object.values(feed)) deliver();
      timers.pass(60_000);
    },
    urls: (): string[] =>
      library
        .links({ kind: 'all' })
        .get()
        .map((key) => library.link(key)?.url ?? ''),
  };
}
