import { LIBRARY_COLLECTIONS, type LibraryCollection } from '@foldmark/library/entities/collections';
import { readChunk } from '@foldmark/contract/library-chunks';

import type { Micros } from '@foldmark/library/entities/records';

import { completeUpTo, isTooOld } from '#web/sync/feed/cursor.ts';
import type { Library } from '@foldmark/library/memory/library';
import type { SyncStates } from '#web/sync/live/show-replica.ts';
import type { Replica, SyncState } from '#web/sync/replica/replica.ts';
import type { LibrarySnapshot, SnapshotAnswer } from '#web/sync/snapshot/snapshot-answer.ts';
import type { Timers } from '#web/sync/timers.ts';

export interface SnapshotDeps {
  readonly library: Library;
  readonly replica: Replica;
  /** Reads the snapshot. Null if the user is signed out. */
  readonly read: () => Promise<SnapshotAnswer | null>;
  readonly onLoaded: (collection: LibraryCollection) => void;
  /** Called with the timestamp of the snapshot if it is known, even if the snapshot cannot be used. */
  readonly onFound: (at: Micros | null) => void;
  /** Resolves when the library is painted. Painting is more urgent than storing. */
  readonly afterPaint: () => Promise<void>;
  readonly timers: Pick<Timers, 'now'>;
  readonly report: (message: string, cause: unknown) => void;
}

/** Whether the replica has no state to continue from, so that the whole library must be read. */
export function needsSnapshot({ links }: SyncStates, now: number): boolean {
  return links === null || isTooOld(links, now);
}

/** Shows the user's snapshot and makes it the replica. Null without a usable snapshot: then the feeds read the collections. */
export async function showSnapshot(deps: SnapshotDeps): Promise<SyncStates | null> {
  const answer = await deps.read();
  if (answer === null || answer.kind === 'missing') return null;
  deps.onFound(answer.kind === 'found' ? answer.snapshot.at : answer.at);
  try {
    if (answer.kind !== 'found') throw new Error(answer.reason);
    return show(deps, answer.snapshot);
  } catch (error) {
    deps.report('The snapshot cannot be used, so the library is read as a whole.', error);
    return null;
  }
}

function show(
  { library, replica, onLoaded, afterPaint, timers }: SnapshotDeps,
  { at, chunks }: LibrarySnapshot,
): SyncStates {
  // Reads all rows before it shows any, because one damaged row makes the snapshot unusable.
  const read = LIBRARY_COLLECTIONS.map((collection) => ({
    collection,
    changes: chunks[collection].flatMap(([, text]) => readChunk(collection, text)),
  }));
  library.batch(() => {
    for (const { collection, changes } of read) {
      library.replace(collection, changes);
      onLoaded(collection);
    }
  });
  const states: Record<LibraryCollection, SyncState | null> = {
    links: null,
    folders: null,
    folder_links: null,
    favorites: null,
  };
  for (const { collection, changes } of read) {
    const state = completeUpTo(at, changes, timers.now());
    states[collection] = state;
    void afterPaint().then(async () => replica.replaceChunks(collection, chunks[collection], state));
  }
  return states;
}
