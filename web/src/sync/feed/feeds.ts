import { LIBRARY_COLLECTIONS, type LibraryCollection } from '@foldmark/library/entities/collections';

import type { Cloud } from '#web/sync/feed/cloud.ts';
import { Feed, type FeedDeps } from '#web/sync/feed/feed.ts';
import type { SyncState } from '#web/sync/replica/replica.ts';

export interface FeedsDeps extends Omit<FeedDeps, 'cloud'> {
  readonly cloud: Cloud;
}

/** The feeds of all collections. They share one Firestore connection, which closes with them. */
export class Feeds {
  readonly list: readonly Feed<LibraryCollection>[];
  readonly #deps: FeedsDeps;

  /** Calls `loaded` for each collection that was read completely. Calls `changed` when `isBehind` may have changed. */
  constructor(
    deps: FeedsDeps,
    states: Readonly<Record<LibraryCollection, SyncState | null>>,
    loaded: (collection: LibraryCollection) => void,
    changed: () => void,
  ) {
    this.#deps = deps;
    this.list = LIBRARY_COLLECTIONS.map((collection) => {
      const feed = new Feed<LibraryCollection>(collection, states[collection], deps);
      feed.isComplete.subscribe(() => {
        loaded(collection);
      });
      feed.isBehind.subscribe(changed);
      void feed.start();
      return feed;
    });
  }

  isLive(): boolean {
    return this.list.every((feed) => feed.isLive.get());
  }

  /** When the connection last delivered anything. */
  heardAt(): number {
    return Math.max(...this.list.map((feed) => feed.heardAt));
  }

  /** Whether any feed is disconnected although it should be connected. */
  isBehind(): boolean {
    return this.list.some((feed) => feed.isBehind.get());
  }

  /** Retries failed feeds at once. */
  async retry(): Promise<void> {
    for (const feed of this.list) feed.retry();
    await this.reconnect();
  }

  /** Replaces the connection, because after a sleep it may be dead without an error. */
  async reconnect(): Promise<void> {
    for (const feed of this.list) feed.checkAge();
    await this.#deps.cloud.reconnect();
  }

  async close(): Promise<void> {
    for (const feed of this.list) feed.close();
    await this.#deps.cloud.close();
  }
}
