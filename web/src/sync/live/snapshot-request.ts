import { SNAPSHOT_MIN_CHANGES, SNAPSHOT_MIN_LINKS } from '@foldmark/contract/limits';
import type { Micros } from '@foldmark/library/entities/records';

import type { FeedRead } from '#web/sync/feed/feed.ts';

export interface SnapshotRequestDeps {
  /** Asks the server for a new snapshot, unless the server has a newer one than this timestamp. */
  readonly ask: (foundAt: Micros | null) => Promise<unknown>;
  readonly report: (message: string, cause: unknown) => void;
}

/** Asks for a new snapshot, at most once, if this page has read many documents that a newer snapshot would have contained. */
export function createSnapshotRequest({ ask, report }: SnapshotRequestDeps) {
  let foundAt: Micros | null = null;
  let newer = 0;
  let isAsked = false;
  return {
    /** Called with the timestamp of the snapshot that the page has found, whether it was usable or not. */
    found: (at: Micros | null): void => {
      foundAt = at;
    },
    onRead: ({ collection, count, isWhole }: FeedRead): void => {
      if (!isWhole) newer += count;
      const isMuch = isWhole
        ? collection === 'links' && count >= SNAPSHOT_MIN_LINKS
        : newer > SNAPSHOT_MIN_CHANGES;
      if (!isMuch || isAsked) return;
      isAsked = true;
      ask(foundAt).catch((error: unknown) => {
        report('A new snapshot could not be asked for.', error);
      });
    },
  };
}
