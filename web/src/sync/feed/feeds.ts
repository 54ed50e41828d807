import { LIBRARY_COLLECTIONS, type LibraryCollection } from '@foldmark/contract/firestore-paths';

import type { Cloud } from '#web/sync/feed/cloud.ts';
import { Feed, type FeedParts } from '#web/sync/feed/feed.ts';
import type { SyncState } from '#web/sync/replica/replica.ts';

export interface FeedsParts extends Omit<FeedParts, 'cloud'> {
  readonly cloud: Cloud;
}

/** The feeds of all collections, over one Firestore that ends with them. */
export class Feeds {
  readonly list: readonly Feed<LibraryCollection>[];
  readonly #parts: FeedsParts;

  /** `loaded` hears of each collection that was read as a whole, `changed` when `isBehind` may have. */
  constructor(
    parts: FeedsParts,
    states: Readonly<Record<LibraryCollection, SyncState | null>>,
    loaded: (collection: LibraryCollection) => void,
    changed: () => void,
  ) {
    this.#parts = parts;
    this.list = LIBRARY_COLLECTIONS.map((collection) => {
      const feed = new Feed<LibraryCollection>(collection, states[collection], parts);
      feed.isWhole.subscribe(() => {
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

  /** Whether any collection should be heard and is not. */
  isBehind(): boolean {
    return this.list.some((feed) => feed.isBehind.get());
  }

  /** Tries at once what would be tried later. */
  async retry(): Promise<void> {
    for (const feed of this.list) feed.retry();
    await this.reconnect();
  }

  /** After a sleep the old connection may be dead without knowing it. */
  async reconnect(): Promise<void> {
    await this.#parts.cloud.reconnect();
  }

  async close(): Promise<void> {
    for (const feed of this.list) feed.close();
    await this.#parts.cloud.close();
  }
}
