import type { LibraryCollection } from '@foldmark/library/entities/collections';

import type { Cloud } from '#web/sync/feed/cloud.ts';
import type { Feed, FeedDeps } from '#web/sync/feed/feed.ts';
import type { Feeds } from '#web/sync/feed/feeds.ts';
import type { Library } from '@foldmark/library/memory/library';
import type { SyncStates } from '#web/sync/live/show-replica.ts';
import { retryWithBackoff } from '#web/sync/live/retry-with-backoff.ts';
import type { Replica } from '#web/sync/replica/replica.ts';
import { createStore, type Readable } from '#web/sync/store.ts';
import type { Timers } from '#web/sync/timers.ts';

/**
 * Loads the large Firestore SDK. With `canWait`, the replica has something to show, so painting comes first. Resolves with null
 * if the user is signed out.
 */
export type LoadCloud = (
  canWait: boolean,
) => Promise<{ readonly open: () => Cloud; readonly Feeds: typeof Feeds } | null>;

export interface LiveFeeds {
  /** The feeds to subscribe to. Null while there are none. */
  readonly list: Readable<readonly Feed<LibraryCollection>[] | null>;
  /** Whether a feed is behind, so that changes of other devices do not arrive. */
  readonly isBehind: Readable<boolean>;
  readonly isLive: () => boolean;
  /** When the feeds last heard the server. */
  readonly heardAt: () => number;
  /** Continues from the sync states of the replica. Resolves with false if the library was closed or the user is signed out. */
  readonly start: (replica: Replica, states: SyncStates) => Promise<boolean>;
  readonly reconnect: () => void;
  /** Retries failed feeds at once. */
  readonly retry: () => void;
  readonly close: () => Promise<void>;
}

interface LiveFeedsDeps {
  readonly uid: string;
  readonly library: Library;
  readonly loadCloud: LoadCloud;
  readonly timers: Timers;
  readonly signal: AbortSignal;
  readonly onLoaded: (collection: LibraryCollection) => void;
  readonly onRead: FeedDeps['onRead'];
  /** Called when the first feed falls behind, because the server may be unreachable. */
  readonly onBehind: () => void;
  readonly report: (message: string, cause: unknown) => void;
}

export function createLiveFeeds(deps: LiveFeedsDeps): LiveFeeds {
  const { uid, library, loadCloud, timers, signal, onLoaded, onRead, onBehind, report } = deps;
  const list = createStore<readonly Feed<LibraryCollection>[] | null>(null);
  const isBehind = createStore(false);
  let opened: Feeds | null = null;

  function setBehind(value: boolean): void {
    if (value === isBehind.get()) return;
    isBehind.set(value);
    if (value) onBehind();
  }

  function renew(run: (feeds: Feeds) => Promise<void>): void {
    if (opened === null) return;
    run(opened).catch((error: unknown) => {
      report('The connection to the feed could not be renewed.', error);
    });
  }

  async function start(replica: Replica, states: SyncStates): Promise<boolean> {
    const loaded = await retryWithBackoff(async () => loadCloud(states.links !== null), {
      timers,
      signal,
      onError: (error) => {
        report('The feed could not be loaded.', error);
        setBehind(true);
      },
    });
    if (loaded === null || signal.aborted) return false;
    setBehind(false);
    const cloud = loaded.open();
    const feeds = new loaded.Feeds(
      { uid, cloud, library, replica, timers, onRead, report },
      states,
      onLoaded,
      () => {
        setBehind(feeds.isBehind());
      },
    );
    opened = feeds;
    list.set(feeds.list);
    return true;
  }

  return {
    list,
    isBehind,
    isLive: () => opened?.isLive() ?? false,
    heardAt: () => opened?.heardAt() ?? 0,
    start,
    reconnect: () => {
      renew(async (feeds) => feeds.reconnect());
    },
    retry: () => {
      renew(async (feeds) => feeds.retry());
    },
    close: async () => {
      list.set(null);
      await opened?.close();
    },
  };
}
