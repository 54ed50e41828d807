import type { LibraryCollection } from '@foldmark/library/entities/collections';

import type { Library } from '@foldmark/library/memory/library';
import type { Replica, SyncState } from '#web/sync/replica/replica.ts';

/** The sync state of each collection of the replica. Null for a collection that was never read completely. */
export type SyncStates = Readonly<Record<LibraryCollection, SyncState | null>>;

/** Reads the replica into the library. Calls `onLoaded` for each collection that is complete. */
export async function showReplica(
  library: Library,
  replica: Replica,
  onLoaded: (collection: LibraryCollection) => void,
): Promise<SyncStates> {
  const show = async (collection: LibraryCollection): Promise<SyncState | null> => {
    const { changes, state } = await replica.load(collection);
    library.receive(collection, changes);
    if (state !== null) onLoaded(collection);
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
