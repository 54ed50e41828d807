import type { AuthUser } from '@foldmark/library/entities/entities';
import type { LibraryCollection } from '@foldmark/library/entities/collections';
import { dateOf } from '@foldmark/library/entities/records';

import type { ApiClient } from '#web/api/api-client.ts';
import type { Key } from '@foldmark/library/memory/keys';
import { Library } from '@foldmark/library/memory/library';
import { type Connection, createConnection, type Network } from '#web/sync/live/connection.ts';
import { cleanUpImages } from '#web/sync/live/image-cleanup.ts';
import { createLiveFeeds, type LiveFeeds, type LoadCloud } from '#web/sync/live/live-feeds.ts';
import { showReplica, type SyncStates } from '#web/sync/live/show-replica.ts';
import { needsSnapshot, showSnapshot, type SnapshotDeps } from '#web/sync/live/show-snapshot.ts';
import { untilSent } from '#web/sync/live/wait-until-sent.ts';
import type { WatchImportsDeps } from '#web/sync/imports/watch-imports.ts';
import { createSnapshotRequest } from '#web/sync/live/snapshot-request.ts';
import { createUserChanges, type UserChanges, type UserChangesDeps } from '#web/sync/live/user-changes.ts';
import type { Owners } from '#web/sync/changes/outbox/owners.ts';
import type { Replica } from '#web/sync/replica/replica.ts';
import { createStore, type Readable, type Store } from '#web/sync/store.ts';
import type { Timers } from '#web/sync/timers.ts';

/** Which collections have not loaded yet. */
export type Loading = Readonly<Record<LibraryCollection, boolean>>;

export interface OpenLibrary
  extends
    Pick<Connection, 'isOnline' | 'isSlow' | 'outcome'>,
    Pick<LiveFeeds, 'isBehind'>,
    Omit<UserChanges, 'close' | 'leave' | 'resumePending' | 'stay' | 'takeOver'> {
  readonly uid: string;
  readonly library: Library;
  /** The API client of this user. Its calls fail if another user has signed in meanwhile. */
  readonly api: ApiClient;
  /** Resolves when the library shows the replica, or when the replica could not be read. */
  readonly restored: Promise<void>;
  readonly loading: Readable<Loading>;
  /** Retries failed connections at once. */
  readonly retry: () => void;
  /** The stored profile of the library's user. */
  readonly profile: () => Promise<AuthUser | null>;
  readonly storeProfile: (user: AuthUser) => Promise<void>;
  /** Whether this browser has an unfinished import. */
  readonly hasImports: Readable<boolean>;
  /** The feeds to subscribe to. Null until they are known. */
  readonly feeds: LiveFeeds['list'];
  /** Stops all activity. The replica stays in the browser. */
  readonly close: () => Promise<void>;
}

export interface OpenLibraryDeps {
  readonly uid: string;
  readonly api: ApiClient;
  /** The bucket of images. It is known by the time when the user can change an image. */
  readonly bucket: UserChangesDeps['bucket'];
  /** The device name that the history shows. */
  readonly device: string;
  readonly replica: Replica;
  /** Called if there is no replica to continue from. */
  readonly readSnapshot: SnapshotDeps['read'];
  readonly afterPaint: SnapshotDeps['afterPaint'];
  /** Called after the replica has been read. */
  readonly loadCloud: LoadCloud;
  readonly network: Network;
  readonly owners: Owners;
  readonly newKey: () => string;
  /** New links and folders get keys below this one. No other library uses these keys. */
  readonly firstKey: Key;
  /** Subscribes to the page waking up from sleep. Its connection may be dead then. */
  readonly onWake: (listener: () => void) => () => void;
  /** Subscribes to the page becoming visible. Another tab may have been closed before that. */
  readonly onSeen: (listener: () => void) => () => void;
  /** Subscribes to the page being hidden or left. It may get no further event. */
  readonly onLeave: (listener: () => void) => () => void;
  /** Turns on or off whether the browser asks the user before the page closes. */
  readonly askBeforeLeaving: (asks: boolean) => void;
  readonly timers: Timers;
  /** Removes the cached images whose keys are not in the set. */
  readonly removeUnusedImages: (usedKeys: ReadonlySet<string>) => Promise<void>;
  readonly watchImports: (deps: Omit<WatchImportsDeps, 'locks'>) => Readable<boolean>;
  readonly onLoggedOut: UserChangesDeps['onLoggedOut'];
  readonly report: (message: string, cause: unknown) => void;
}

/** Opens a user's library: shows the replica at once, and then follows the server. */
export function openLibrary(deps: OpenLibraryDeps): OpenLibrary {
  const ending = new AbortController();
  const pieces = createPieces(deps, ending.signal);
  const { library, loading, connection, feeds, changes } = pieces;
  const stopWatching = watchPage(deps, pieces);
  const restored = Promise.withResolvers<void>();
  const started = start(deps, pieces, restored.resolve).catch((error: unknown) => {
    restored.resolve();
    deps.report('The library could not be opened.', error);
  });
  return {
    ...changes,
    uid: deps.uid,
    library,
    api: deps.api,
    restored: restored.promise,
    loading,
    isOnline: connection.isOnline,
    isSlow: connection.isSlow,
    outcome: connection.outcome,
    isBehind: feeds.isBehind,
    retry: () => {
      connection.ask();
      feeds.retry();
    },
    profile: deps.replica.profile,
    storeProfile: deps.replica.writeProfile,
    hasImports: pieces.hasImports,
    feeds: feeds.list,
    close: async () => {
      ending.abort();
      changes.close();
      stopWatching();
      connection.close();
      await feeds.close();
      await started;
      deps.replica.close();
    },
  };
}

interface Pieces {
  readonly library: Library;
  readonly loading: Store<Loading>;
  readonly connection: Connection;
  readonly feeds: LiveFeeds;
  readonly changes: UserChanges;
  readonly hasImports: Readable<boolean>;
  readonly onLoaded: (collection: LibraryCollection) => void;
  readonly onFound: SnapshotDeps['onFound'];
  /** Allows sending the changes of earlier pages. */
  readonly startSending: () => void;
  readonly signal: AbortSignal;
}

function createPieces(deps: OpenLibraryDeps, signal: AbortSignal): Pieces {
  const { api, timers } = deps;
  const library = new Library(deps.firstKey);
  const loading = createStore<Loading>({ links: true, folders: true, folder_links: true, favorites: true });
  const onLoaded = (collection: LibraryCollection): void => {
    loading.set({ ...loading.get(), [collection]: false });
  };
  const connection = createConnection({
    network: deps.network,
    timers,
    probe: async () => api.call('/health/', {}, { signal }),
  });
  const request = createSnapshotRequest({
    ask: async (foundAt) =>
      api.call('/snapshots/create/', foundAt === null ? {} : { found_at: dateOf(foundAt).toISOString() }, {
        signal,
      }),
    report: deps.report,
  });
  const { onRead } = request;
  const feeds = createLiveFeeds({ ...deps, library, signal, onLoaded, onRead, onBehind: connection.ask });
  const { promise: ready, resolve: startSending } = Promise.withResolvers<void>();
  const changes = createUserChanges({ ...deps, library, connection, ready, feeds, signal });
  const { isOnline, outcome: onOutcome } = connection;
  const hasImports = deps.watchImports({
    ...deps,
    signal,
    isOnline,
    onOutcome,
    ready,
    untilSent: async () => untilSent({ ...changes, isOnline }, timers, signal),
  });
  const onFound = request.found;
  return {
    library,
    loading,
    connection,
    feeds,
    changes,
    hasImports,
    onLoaded,
    onFound,
    startSending,
    signal,
  };
}

/** Subscribes to the events of the page and of the library. Returns a function that unsubscribes. */
function watchPage(deps: OpenLibraryDeps, { library, loading, feeds, changes, signal }: Pieces): () => void {
  cleanUpImages({
    library,
    timers: deps.timers,
    signal,
    isComplete: () => isComplete(loading.get()),
    removeUnused: deps.removeUnusedImages,
    report: deps.report,
  });
  const stopWaking = deps.onWake(feeds.reconnect);
  const stopSeeing = deps.onSeen(() => {
    changes.stay();
    void changes.takeOver().then(changes.resumePending);
  });
  const stopLeaving = deps.onLeave(changes.leave);
  const checkLoss = (): void => {
    deps.askBeforeLeaving(!signal.aborted && changes.unsent.get() > 0 && !changes.canStore.get());
  };
  const stopChecking = [changes.unsent, changes.canStore].map(({ subscribe }) => subscribe(checkLoss));
  return () => {
    for (const stop of stopChecking) stop();
    checkLoss();
    stopWaking();
    stopSeeing();
    stopLeaving();
  };
}

async function start(deps: OpenLibraryDeps, pieces: Pieces, onRestored: () => void): Promise<void> {
  const { feeds, changes, startSending, signal } = pieces;
  const pending = changes.takeOver();
  const states = await showStored(deps, pieces);
  onRestored();
  void pending.then(changes.resumePending);
  if (signal.aborted || !(await feeds.start(deps.replica, states))) return;
  startSending();
}

/** Shows the replica, or a snapshot if there is no replica. */
async function showStored(
  { replica, readSnapshot, afterPaint, timers, report }: OpenLibraryDeps,
  { library, onLoaded, onFound, signal }: Pieces,
): Promise<SyncStates> {
  const stored = await showReplica(library, replica, onLoaded);
  if (signal.aborted || !needsSnapshot(stored, timers.now())) return stored;
  const deps = { library, replica, read: readSnapshot, onLoaded, onFound, afterPaint, timers, report };
  return (await showSnapshot(deps)) ?? stored;
}

function isComplete(loading: Loading): boolean {
  return !Object.values(loading).some(Boolean);
}
