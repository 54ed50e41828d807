import type { Deleted, Folder, FolderLink } from '@foldmark/contract/entities';

import { FAVORITES, FOLDER_LINKS, FOLDERS, LINKS, type ServerLink } from '#functions/library/collections.ts';
import type { LibraryTransaction } from '#functions/library/library.ts';

/**
 * Replaces links and folders with tombstones, and also their subfolders, memberships and favorites. The links inside a
 * deleted folder stay.
 */
export async function deleteForever(
  transaction: LibraryTransaction,
  links: readonly ServerLink[],
  topFolders: readonly Folder[],
): Promise<Deleted> {
  const folders = await withSubfolders(transaction, topFolders);
  const link_ids = links.map(({ link_id }) => link_id);
  const folder_ids = folders.map(({ folder_id }) => folder_id);
  const [ofLinks, ofFolders, candidates] = await Promise.all([
    transaction.find(FOLDER_LINKS, { field: 'link_id', among: link_ids }),
    transaction.find(FOLDER_LINKS, { field: 'folder_id', among: folder_ids }),
    transaction.find(FAVORITES, { field: 'object_id', among: [...new Set([...link_ids, ...folder_ids])] }),
  ]);
  const folder_links = distinct([...ofLinks, ...ofFolders]);
  // A link and a folder can have the same id.
  const deletedIds = { link: new Set(link_ids), folder: new Set(folder_ids) };
  const favorites = candidates.filter(({ object_type, object_id }) => deletedIds[object_type].has(object_id));

  transaction.tombstone(LINKS, links);
  transaction.tombstone(FOLDERS, folders);
  transaction.tombstone(FOLDER_LINKS, folder_links);
  transaction.tombstone(FAVORITES, favorites);
  return { link_ids, folder_ids, folder_links, favorites };
}

/** Returns the folders and all folders below them. */
export async function withSubfolders(
  transaction: LibraryTransaction,
  tops: readonly Folder[],
): Promise<Folder[]> {
  const found = new Map(tops.map((folder) => [folder.folder_id, folder]));
  let level = [...found.keys()];
  while (level.length > 0) {
    const below = await transaction.find(FOLDERS, { field: 'parent_folder_id', among: level });
    const unseen = below.filter(({ folder_id }) => !found.has(folder_id));
    for (const folder of unseen) found.set(folder.folder_id, folder);
    level = unseen.map(({ folder_id }) => folder_id);
  }
  return [...found.values()];
}

function distinct(memberships: readonly FolderLink[]): FolderLink[] {
  return [...new Map(memberships.map((membership) => [membership.folder_link_id, membership])).values()];
}
