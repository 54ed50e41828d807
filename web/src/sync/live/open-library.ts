import type { AuthUser, User } from '@foldmark/contract/entities';
import type { LibraryCollection } from '@foldmark/contract/firestore-paths';

import type { ApiClient } from '#web/api/api-client.ts';
import type { Cloud } from '#web/sync/feed/cloud.ts';
import type { Feed } from '#web/sync/feed/feed.ts';
import type { Feeds } from '#web/sync/feed/feeds.ts';
import type { Key } from '#web/sync/library/keys.ts';
import { Library } from '#web/sync/library/library.ts';
import { createConnection, type Network } from '#web/sync/live/connection.ts';
import { dropImagesOf } from '#web/sync/live/drop-images.ts';
import { keepTrying } from '#web/sync/live/keep-trying.ts';
import { type Actions, createActions } from '#web/sync/mutations/actions/actions.ts';
import { resume } from '#web/sync/mutations/actions/resume.ts';
import { createFailures } from '#web/sync/mutations/failures.ts';
import type { Failure } from '#web/sync/mutations/mutation.ts';
import { createMutations, type MutationParts } from '#web/sync/mutations/mutations.ts';
import { Patches } from '#web/sync/mutations/patches.ts';
import type { OutboxEntry } from '#web/sync/outbox/outbox-entry.ts';
import { Outbox } from '#web/sync/outbox/outbox.ts';
import type { Owners } from '#web/sync/outbox/owners.ts';
import type { Replica, SyncState } from '#web/sync/replica/replica.ts';
import { createStore, type Readable, until } from '#web/sync/store.ts';
import type { Timers } from '#web/sync/timers.ts';

const SEARCH_CHUNK = 2000;

/** Which collections are not there yet. */
export type Loading = Readonly<Record<LibraryCollection, boolean>>;

export interface OpenLibrary {
  readonly uid: string;
  readonly library: Library;
  readonly actions: Actions;
  /** When all that this browser holds is in the library, or turned out not to be there. */
  readonly restored: Promise<void>;
  readonly loading: Readable<Loading>;
  readonly isOnline: Readable<boolean>;
  /** What happens elsewhere does not arrive, though it should. */
  readonly isBehind: Readable<boolean>;
  /** Tries now to reach what could not be reached. */
  readonly retry: () => void;
  /** Changes that failed while nobody was waiting for them. */
  readonly failures: Readable<readonly Failure[]>;
  /** Changes that are not yet known to be done. */
  readonly unsent: Readable<number>;
  /** How many of them this browser keeps, of all tabs. */
  readonly countUnsent: () => Promise<number>;
  /** Whose library it is, as it was known here last. */
  readonly profile: () => Promise<AuthUser | null>;
  readonly storeProfile: (user: AuthUser) => Promise<void>;
  /** What a change of the profile has made of it. */
  readonly changedUser: Readable<User | null>;
  /** What is to be subscribed to; null until then. */
  readonly feeds: Readable<readonly Feed<LibraryCollection>[] | null>;
  /** Ends everything. What the replica holds stays. */
  readonly close: () => Promise<void>;
}

export interface OpenLibraryParts {
  readonly uid: string;
  readonly api: ApiClient;
  readonly inputErrors: MutationParts['inputErrors'];
  readonly replica: Promise<Replica>;
  /**
   * Asked when the replica is there, since the SDK is large; with `canWait` there is something to show first. Null where
   * it has turned out that nobody is here.
   */
  readonly loadCloud: (
    canWait: boolean,
  ) => Promise<{ readonly open: () => Cloud; readonly Feeds: typeof Feeds } | null>;
  readonly network: Network;
  readonly owners: Owners;
  readonly newKey: () => string;
  /** What is created here gets keys below this; no other library has the same. */
  readonly firstKey: Key;
  /** Tells that the tab has slept, so that its connection may be dead without knowing it. */
  readonly onWake: (listener: () => void) => () => void;
  /** Tells that the tab is looked at, so that another one may have been closed. */
  readonly onSeen: (listener: () => void) => () => void;
  readonly timers: Timers;
  /** Removes the kept images that are not among these. */
  readonly dropImages: (named: ReadonlySet<string>) => Promise<void>;
  readonly onLoggedOut: MutationParts['onLoggedOut'];
  readonly report: (message: string, cause: unknown) => void;
}

/** The library of one person: shows the replica at once, and then what the server says. */
export function openLibrary(parts: OpenLibraryParts): OpenLibrary {
  const { uid, api, timers, report } = parts;
  const library = new Library(parts.firstKey);
  const ending = new AbortController();
  const restored = Promise.withResolvers<void>();
  const loading = createStore<Loading>({ links: true, folders: true, folder_links: true, favorites: true });
  const opened = createStore<Feeds | null>(null);
  const feeds = createStore<readonly Feed<LibraryCollection>[] | null>(null);
  const failures = createFailures();
  const connection = createConnection({
    network: parts.network,
    timers,
    probe: async () => api.call('/health/', {}, { signal: ending.signal }),
  });
  const outbox = new Outbox({
    owner: parts.newKey(),
    owners: parts.owners,
    store: parts.replica.then((replica) => replica.outbox),
    timers,
    report,
  });
  const isBehind = createStore(false);
  const sending = Promise.withResolvers<void>();
  const changedUser = createStore<User | null>(null);
  const now = () => timers.now() * 1000;
  const mutate = createMutations({
    library,
    api,
    inputErrors: parts.inputErrors,
    failures,
    outbox,
    newKey: parts.newKey,
    timers,
    ready: sending.promise,
    online: async () => until(connection.isOnline, Boolean),
    isLive: () => opened.get()?.isLive() ?? false,
    onOutcome: connection.outcome,
    onLoggedOut: parts.onLoggedOut,
    signal: ending.signal,
  });
  const context = {
    library,
    mutate,
    failures,
    now,
    patches: new Patches(library, now),
    userChanged: changedUser.set,
  };

  dropImagesOf({
    library,
    timers,
    signal: ending.signal,
    isComplete: () => !Object.values(loading.get()).some(Boolean),
    drop: parts.dropImages,
    report,
  });

  const resumePending = (left: readonly OutboxEntry[]): void => {
    if (!ending.signal.aborted) resume(context, left);
  };

  const renew = (run: (live: Feeds) => Promise<void>): void => {
    const live = opened.get();
    if (live === null) return;
    run(live).catch((error: unknown) => {
      report('The connection to the feed could not be renewed.', error);
    });
  };
  const stopWaking = parts.onWake(() => {
    renew(async (live) => live.reconnect());
  });

  const stopSeeing = parts.onSeen(() => void outbox.takeOver().then(resumePending));

  const behind = (is: boolean): void => {
    isBehind.set(is);
    // It may be that nothing can be reached at all.
    if (is) connection.ask();
  };

  const loaded = (collection: LibraryCollection): void => {
    loading.set({ ...loading.get(), [collection]: false });
  };

  async function start(): Promise<void> {
    const replica = await parts.replica;
    const left = outbox.takeOver();
    const states = await showReplica(library, replica, loaded);
    restored.resolve();
    void left.then(resumePending);
    prepareSearch(library, timers, ending.signal);
    if (ending.signal.aborted) return;
    const cloud = await keepTrying(async () => parts.loadCloud(states.links !== null), {
      timers,
      signal: ending.signal,
      failed: (error) => {
        // Its files may be out of reach for a while, as anything is.
        report('The feed cannot be loaded.', error);
        behind(true);
      },
    });
    if (cloud === null || ending.signal.aborted) return;
    behind(false);
    const live = new cloud.Feeds(
      { uid, cloud: cloud.open(), library, replica, timers, report },
      states,
      loaded,
      () => {
        behind(live.isBehind());
      },
    );
    opened.set(live);
    feeds.set(live.list);
    // What is sent is made of what is there.
    void until(loading, (is) => !Object.values(is).some(Boolean)).then(sending.resolve);
  }

  const started = start().catch((error: unknown) => {
    restored.resolve();
    report('The library cannot be opened.', error);
  });

  return {
    uid,
    library,
    actions: createActions(context),
    restored: restored.promise,
    loading,
    isOnline: connection.isOnline,
    isBehind,
    retry: () => {
      connection.ask();
      renew(async (live) => live.retry());
    },
    failures: failures.list,
    unsent: outbox.unsent,
    countUnsent: async () => outbox.count(),
    profile: async () => (await parts.replica).profile(),
    storeProfile: async (user) => (await parts.replica).writeProfile(user),
    changedUser,
    feeds,
    close: async () => {
      ending.abort();
      outbox.close();
      stopWaking();
      stopSeeing();
      connection.close();
      feeds.set(null);
      await opened.get()?.close();
      await started;
      (await parts.replica).close();
    },
  };
}

type States = Readonly<Record<LibraryCollection, SyncState | null>>;

async function showReplica(
  library: Library,
  replica: Replica,
  loaded: (collection: LibraryCollection) => void,
): Promise<States> {
  const show = async (collection: LibraryCollection): Promise<SyncState | null> => {
    const { changes, state } = await replica.load(collection);
    library.receive(collection, changes);
    if (state !== null) loaded(collection);
    return state;
  };
  const [links, folders, folder_links, favorites] = await Promise.all([
    show('links'),
    show('folders'),
    show('folder_links'),
    show('favorites'),
  ]);
  return { links, folders, folder_links, favorites };
}

/** A little at a time, so that the first letter in the search field finds everything ready. */
function prepareSearch(library: Library, timers: Timers, signal: AbortSignal): void {
  let next: number | null = 0;
  const step = (): void => {
    if (next === null || signal.aborted) return;
    next = library.prepareSearch(next, SEARCH_CHUNK);
    timers.after(50, step);
  };
  timers.after(1000, step);
}
