import type { Deleted, Folder, FolderLink, Link } from '@foldmark/contract/entities';

import { FAVORITES, FOLDER_LINKS, FOLDERS, LINKS } from '#functions/library/collections.ts';
import type { LibraryTransaction } from '#functions/library/library.ts';

/** Buries links, and folders with all below them, together with their memberships and favorites. Never a link of a folder. */
export async function deleteForEver(
  transaction: LibraryTransaction,
  links: readonly Link[],
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
  // A link and a folder can have the same number.
  const gone = { link: new Set(link_ids), folder: new Set(folder_ids) };
  const favorites = candidates.filter(({ object_type, object_id }) => gone[object_type].has(object_id));

  transaction.bury(LINKS, links);
  transaction.bury(FOLDERS, folders);
  transaction.bury(FOLDER_LINKS, folder_links);
  transaction.bury(FAVORITES, favorites);
  return { link_ids, folder_ids, folder_links, favorites };
}

async function withSubfolders(transaction: LibraryTransaction, tops: readonly Folder[]): Promise<Folder[]> {
  const met = new Map(tops.map((folder) => [folder.folder_id, folder]));
  let level = [...met.keys()];
  while (level.length > 0) {
    const below = await transaction.find(FOLDERS, { field: 'parent_folder_id', among: level });
    const fresh = below.filter(({ folder_id }) => !met.has(folder_id));
    for (const folder of fresh) met.set(folder.folder_id, folder);
    level = fresh.map(({ folder_id }) => folder_id);
  }
  return [...met.values()];
}

function distinct(memberships: readonly FolderLink[]): FolderLink[] {
  return [...new Map(memberships.map((membership) => [membership.folder_link_id, membership])).values()];
}
