import type { ChangeOf } from '@foldmark/library/changes/changes';
import type { Deleted, Folder } from '@foldmark/library/entities/entities';
import { STATUS_TRASHED } from '@foldmark/library/entities/limits';

import { deleteForever } from '#functions/changes/delete-forever.ts';
import { existingFolder } from '#functions/changes/folders.ts';
import { existingLink } from '#functions/changes/links.ts';
import { NotMade } from '#functions/changes/not-made.ts';
import {
  type Collection,
  FAVORITES,
  FOLDER_LINKS,
  FOLDERS,
  type ServerLink,
} from '#functions/library/collections.ts';
import type { LibraryTransaction } from '#functions/library/library.ts';

/** Deletes a link of the trash for ever, or with `created` undoes its creation. */
export async function deleteLink(
  transaction: LibraryTransaction,
  { link_id, created }: Omit<ChangeOf<'link.delete'>, 'kind'>,
): Promise<Deleted> {
  const link = await existingLink(transaction, link_id);
  if (created === undefined) requireTrashed(link);
  else if (!isAsCreated(link, created) || (await isLinkUsed(transaction, link_id))) throw changed();
  return deleteForever(transaction, [link], []);
}

/** Like `deleteLink`, with the subfolders. Throws `LargeTree` if these are too many. */
export async function deleteFolder(
  transaction: LibraryTransaction,
  { folder_id, created }: Omit<ChangeOf<'folder.delete'>, 'kind'>,
): Promise<Deleted> {
  const folder = await existingFolder(transaction, folder_id);
  if (created === undefined) requireTrashed(folder);
  else if (!isFolderAsCreated(folder, created) || (await isFolderUsed(transaction, folder_id)))
    throw changed();
  return deleteForever(transaction, [], [folder]);
}

export function isTrashed<T extends { readonly status_id: number }>(item: T | null): item is T {
  return item?.status_id === STATUS_TRASHED;
}

function requireTrashed(item: ServerLink | Folder): void {
  if (!isTrashed(item)) throw new NotMade('not_in_trash', 'notInTrash');
}

function changed(): NotMade {
  return new NotMade('changed', 'notInTrash');
}

/** The title of the page may have become the name since. */
export function isAsCreated(
  link: ServerLink,
  { url, name, note = '', image_s3_key = '' }: NonNullable<ChangeOf<'link.delete'>['created']>,
): boolean {
  const hasName = link.name === name || link.name === link.page_title;
  return hasName && link.url === url && link.note === note && link.image_s3_key === image_s3_key;
}

function isFolderAsCreated(
  folder: Folder,
  created: { readonly name: string; readonly parent_folder_id: number },
): boolean {
  return (
    folder.name === created.name &&
    folder.parent_folder_id === created.parent_folder_id &&
    folder.image_s3_key === ''
  );
}

async function isLinkUsed(transaction: LibraryTransaction, link_id: number): Promise<boolean> {
  const [isMember, favorites] = await Promise.all([
    hasAny(transaction, FOLDER_LINKS, 'link_id', link_id),
    transaction.find(FAVORITES, { field: 'object_id', among: [link_id] }),
  ]);
  return isMember || favorites.some(({ object_type }) => object_type === 'link');
}

async function isFolderUsed(transaction: LibraryTransaction, folder_id: number): Promise<boolean> {
  const [hasFolder, hasLink, favorites] = await Promise.all([
    hasAny(transaction, FOLDERS, 'parent_folder_id', folder_id),
    hasAny(transaction, FOLDER_LINKS, 'folder_id', folder_id),
    transaction.find(FAVORITES, { field: 'object_id', among: [folder_id] }),
  ]);
  return hasFolder || hasLink || favorites.some(({ object_type }) => object_type === 'folder');
}

/** Reads at most one document that the transaction does not know. */
async function hasAny<E extends object, K extends Partial<E>>(
  transaction: LibraryTransaction,
  collection: Collection<E, K>,
  field: keyof E & string,
  id: number,
): Promise<boolean> {
  const condition = { field, among: [id] };
  if (transaction.known(collection, condition).found.length > 0) return true;
  return (await transaction.find(collection, condition, 1)).length > 0;
}
