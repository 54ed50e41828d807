import type { Favorite, FolderLink } from '@foldmark/library/entities/entities';

import { existingFolder } from '#functions/changes/folders.ts';
import { existingLink } from '#functions/changes/links.ts';
import {
  FAVORITES,
  FOLDER_LINKS,
  type FolderLinkKey,
  FOLDERS,
  LINKS,
} from '#functions/library/collections.ts';
import type { LibraryTransaction } from '#functions/library/library.ts';

/** Adds a link to a folder. If it is there already, returns its membership. */
export async function addMember(
  transaction: LibraryTransaction,
  { folder_id, link_id }: FolderLinkKey,
): Promise<FolderLink> {
  if (transaction.isCreated(LINKS, { link_id }) || transaction.isCreated(FOLDERS, { folder_id })) {
    transaction.assumeMissing(FOLDER_LINKS, { folder_id, link_id });
  }
  const [membership] = await Promise.all([
    transaction.get(FOLDER_LINKS, { folder_id, link_id }),
    existingFolder(transaction, folder_id),
    existingLink(transaction, link_id),
  ]);
  if (membership !== null) return membership;
  const added = transaction.removed(FOLDER_LINKS, { folder_id, link_id }) ?? {
    folder_link_id: await transaction.allocateId('folder_link'),
    folder_id,
    link_id,
  };
  transaction.put(FOLDER_LINKS, added);
  return added;
}

/** Removes a link from a folder. Returns false if it is not there. */
export async function removeMember(
  transaction: LibraryTransaction,
  { folder_id, link_id }: FolderLinkKey,
): Promise<boolean> {
  const membership = await transaction.get(FOLDER_LINKS, { folder_id, link_id });
  if (membership === null) return false;
  transaction.tombstone(FOLDER_LINKS, [membership]);
  return true;
}

export async function addFavorite(
  transaction: LibraryTransaction,
  { object_type, object_id }: Favorite,
): Promise<void> {
  const isNew =
    object_type === 'link'
      ? transaction.isCreated(LINKS, { link_id: object_id })
      : transaction.isCreated(FOLDERS, { folder_id: object_id });
  if (isNew) transaction.assumeMissing(FAVORITES, { object_type, object_id });
  const [favorite] = await Promise.all([
    transaction.get(FAVORITES, { object_type, object_id }),
    object_type === 'link' ? existingLink(transaction, object_id) : existingFolder(transaction, object_id),
  ]);
  if (favorite === null) transaction.put(FAVORITES, { object_type, object_id });
}

export async function removeFavorite(
  transaction: LibraryTransaction,
  { object_type, object_id }: Favorite,
): Promise<void> {
  const favorite = await transaction.get(FAVORITES, { object_type, object_id });
  if (favorite !== null) transaction.tombstone(FAVORITES, [favorite]);
}
