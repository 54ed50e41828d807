import type { Deleted, Folder } from '@foldmark/library/entities/entities';
import { STATUS_TRASHED } from '@foldmark/library/entities/limits';

import { FAVORITES, FOLDER_LINKS, FOLDERS, LINKS, type ServerLink } from '#functions/store/collections.ts';
import type { LibraryTransaction } from '#functions/store/library.ts';

/** The most subfolders that one transaction deletes. Deleting a larger tree begins with its leaves. */
export const SUBFOLDERS_MAX = 1000;
/** The most memberships that one transaction deletes. A job deletes the others. */
const MEMBERS_MAX = 500;

export function isTrashed<T extends { readonly status_id: number }>(item: T | null | undefined): item is T {
  return item?.status_id === STATUS_TRASHED;
}

/** Thrown if folders have more subfolders than one transaction deletes. */
export class LargeTree extends Error {}

/**
 * Replaces links and folders with tombstones, and also their subfolders, memberships and favorites. The links inside a
 * deleted folder stay. If there are too many memberships, a job deletes the rest. Throws `LargeTree` if there are too many
 * subfolders.
 */
export async function deleteForever(
  transaction: LibraryTransaction,
  links: readonly ServerLink[],
  topFolders: readonly Folder[],
): Promise<Deleted> {
  return deleteItems(transaction, links, await withSubfolders(transaction, topFolders));
}

/** Runs the queries of several deletions together. */
export async function readDeletions(
  transaction: LibraryTransaction,
  links: readonly ServerLink[],
  topFolders: readonly Folder[],
): Promise<void> {
  const folders = await withSubfolders(transaction, topFolders);
  const link_ids = links.map(({ link_id }) => link_id);
  const folder_ids = folders.map(({ folder_id }) => folder_id);
  await Promise.all([
    transaction.find(FOLDER_LINKS, { field: 'link_id', among: link_ids }, MEMBERS_MAX + 1),
    transaction.find(FOLDER_LINKS, { field: 'folder_id', among: folder_ids }, MEMBERS_MAX + 1),
    transaction.find(FAVORITES, { field: 'object_id', among: [...link_ids, ...folder_ids] }),
  ]);
}

/** Like `deleteForever`, without the subfolders. */
export async function deleteItems(
  transaction: LibraryTransaction,
  links: readonly ServerLink[],
  folders: readonly Folder[],
): Promise<Deleted> {
  const link_ids = links.map(({ link_id }) => link_id);
  const folder_ids = folders.map(({ folder_id }) => folder_id);
  const candidates = await transaction.find(FAVORITES, {
    field: 'object_id',
    among: [...new Set([...link_ids, ...folder_ids])],
  });
  // A link and a folder can have the same id.
  const deletedIds = { link: new Set(link_ids), folder: new Set(folder_ids) };
  const favorites = candidates.filter(({ object_type, object_id }) => deletedIds[object_type].has(object_id));
  const folder_links = [
    ...(await deleteMembers(transaction, 'link_id', link_ids)),
    ...(await deleteMembers(transaction, 'folder_id', folder_ids)),
  ];
  transaction.tombstone(LINKS, links);
  transaction.tombstone(FOLDERS, folders);
  transaction.tombstone(FAVORITES, favorites);
  return { link_ids, folder_ids, folder_links, favorites };
}

/** Deletes as many memberships as fit into the transaction. Returns the deleted ones. */
async function deleteMembers(
  transaction: LibraryTransaction,
  field: 'link_id' | 'folder_id',
  ids: readonly number[],
) {
  const condition = { field, among: ids };
  const room = MEMBERS_MAX - transaction.edits(FOLDER_LINKS).filter(({ after }) => after === null).length;
  if (room > 0 && !transaction.known(FOLDER_LINKS, condition).isComplete) {
    await transaction.find(FOLDER_LINKS, condition, room + 1);
  }
  const { found, isComplete } = transaction.known(FOLDER_LINKS, condition);
  const deleted = found.slice(0, Math.max(0, room));
  transaction.tombstone(FOLDER_LINKS, deleted);
  if (!isComplete || deleted.length < found.length) {
    const none = { link_ids: [], folder_ids: [] };
    transaction.leftovers.add(
      field === 'link_id' ? { ...none, link_ids: [...ids] } : { ...none, folder_ids: [...ids] },
    );
  }
  return deleted;
}

/** Returns the folders and all folders below them. Throws `LargeTree` if there are too many. */
async function withSubfolders(transaction: LibraryTransaction, tops: readonly Folder[]): Promise<Folder[]> {
  const found = new Map(tops.map((folder) => [folder.folder_id, folder]));
  let level = [...found.keys()];
  while (level.length > 0) {
    const below = await transaction.find(
      FOLDERS,
      { field: 'parent_folder_id', among: level },
      SUBFOLDERS_MAX + 1,
    );
    const unseen = below.filter(({ folder_id }) => !found.has(folder_id));
    for (const folder of unseen) found.set(folder.folder_id, folder);
    if (found.size - tops.length > SUBFOLDERS_MAX) throw new LargeTree();
    level = unseen.map(({ folder_id }) => folder_id);
  }
  return [...found.values()];
}
