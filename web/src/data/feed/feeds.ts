import { LIBRARY_COLLECTIONS, type LibraryCollection } from '@foldmark/contract/firestore-paths';
import { disableNetwork, enableNetwork, terminate } from 'firebase/firestore';

import { Feed, type FeedParts } from '#web/data/feed/feed.ts';
import type { SyncState } from '#web/data/replica/replica.ts';

/** The feeds of all collections, over one Firestore that ends with them. */
export class Feeds {
  readonly list: readonly Feed<LibraryCollection>[];
  readonly #parts: FeedParts;

  /** `loaded` hears of each collection that was read as a whole. */
  constructor(
    parts: FeedParts,
    states: Readonly<Record<LibraryCollection, SyncState | null>>,
    loaded: (collection: LibraryCollection) => void,
  ) {
    this.#parts = parts;
    this.list = LIBRARY_COLLECTIONS.map((collection) => {
      const feed = new Feed<LibraryCollection>(collection, states[collection], parts);
      feed.isWhole.subscribe(() => {
        loaded(collection);
      });
      void feed.start();
      return feed;
    });
  }

  isLive(): boolean {
    return this.list.every((feed) => feed.isLive.get());
  }

  /** After a sleep the old connection may be dead without knowing it. */
  async reconnect(): Promise<void> {
    await disableNetwork(this.#parts.firestore);
    await enableNetwork(this.#parts.firestore);
  }

  async close(): Promise<void> {
    for (const feed of this.list) feed.close();
    await terminate(this.#parts.firestore);
  }
}
