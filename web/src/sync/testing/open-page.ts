import { setImmediate as tick } from 'node:timers/promises';

import { createApiClient, inputErrors } from '#web/api/api-client.ts';
import { Library } from '#web/sync/library/library.ts';
import type { ActionContext } from '#web/sync/mutations/actions/context.ts';
import { resume } from '#web/sync/mutations/actions/resume.ts';
import { createFailures } from '#web/sync/mutations/failures.ts';
import { createMutations } from '#web/sync/mutations/mutations.ts';
import { Patches } from '#web/sync/mutations/patches.ts';
import { Outbox } from '#web/sync/outbox/outbox.ts';
import { createStore, until } from '#web/sync/store.ts';
import { LibraryServer } from '#web/sync/testing/library-server.ts';
import { createManualTimers } from '#web/sync/testing/manual-timers.ts';
import { MemoryOutbox } from '#web/sync/testing/memory-outbox.ts';

let pages = 0;

/** The changes of one page before a server whose every step a test takes itself. */
export function openPage(server = new LibraryServer(), kept = new MemoryOutbox()) {
  pages += 1;
  const owner = `page ${pages}`;
  const library = new Library(-1_000_000 * pages);
  const timers = createManualTimers();
  const failures = createFailures();
  const isOnline = createStore(true);
  const ending = new AbortController();
  const now = () => timers.now() * 1000;
  const outbox = new Outbox({
    owner,
    owners: kept,
    store: Promise.resolve(kept),
    timers,
    report: (message, cause) => {
      throw new Error(message, { cause });
    },
  });
  const refused: string[] = [];
  let requests = 0;
  const mutate = createMutations({
    library,
    api: createApiClient({
      baseUrl: '',
      fetch: server.fetch,
      token: async () => (ending.signal.aborted ? null : 'token'),
    }),
    inputErrors,
    failures,
    outbox,
    newKey: () => `request ${(requests += 1)} of ${owner}`,
    timers,
    isLive: () => true,
    onOutcome: (error) => {
      if (error?.code === 'offline') isOnline.set(false);
    },
    onLoggedOut: (errors) => refused.push(...errors),
    ready: Promise.resolve(),
    online: async () => until(isOnline, Boolean),
    signal: ending.signal,
  });
  const context: ActionContext = {
    library,
    mutate,
    failures,
    now,
    patches: new Patches(library, now),
    userChanged: () => undefined,
  };
  const feed = {
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
  return {
    library,
    server,
    kept,
    timers,
    failures,
    isOnline,
    outbox,
    /** What was not done since nobody was logged in. */
    refused,
    context,
    feed,
    /** What a new page begins with: what the server holds by now, and then what earlier pages have left. */
    start: async (): Promise<void> => {
      library.receive('links', server.links.everything());
      library.receive('folder_links', server.memberships.everything());
      library.receive('favorites', server.favorites.everything());
      resume(context, await outbox.takeOver());
      await tick();
    },
    /** The page is no more: it hears no answer, and whether what it has sent arrives is up to the test. */
    kill: (): void => {
      kept.owners.delete(owner);
      server.hangUp();
    },
    /** Until nothing is left to do, to answer or to tell. */
    comeToRest: async (): Promise<void> => {
      do await tick();
      while (server.work(0) || server.answer(0));
      for (const tell of Object.values(feed)) tell();
      timers.pass(60_000);
    },
    urls: (): string[] =>
      library
        .links({ kind: 'all' })
        .get()
        .map((key) => library.link(key)?.url ?? ''),
    end: (): void => {
      ending.abort();
      outbox.close();
    },
  };
}

export type OpenPage = ReturnType<typeof openPage>;
