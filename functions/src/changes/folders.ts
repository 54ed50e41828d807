import type { ChangeOf } from '@foldmark/library/changes/changes';
import type { Folder } from '@foldmark/library/entities/entities';
import { ROOT_FOLDER_ID, STATUS_ACTIVE } from '@foldmark/library/entities/limits';

import { type Changed, guarded } from '#functions/changes/guard.ts';
import { NotMade } from '#functions/changes/not-made.ts';
import { requireAvailable } from '#functions/changes/uploaded-images.ts';
import { digestOf } from '#functions/library/digest.ts';
import { FOLDERS } from '#functions/library/collections.ts';
import type { LibraryTransaction } from '#functions/library/library.ts';

/** Creates a folder. A repeat with the same key returns the stored folder, even if its parent is deleted. */
export async function createFolder(
  transaction: LibraryTransaction,
  { name, parent_folder_id }: Pick<ChangeOf<'folder.create'>, 'name' | 'parent_folder_id'>,
  requestKey: string | null,
): Promise<Folder> {
  const digest = digestOf({ name, parent_folder_id });
  const { id, isNew } = await transaction.allocateIdOnce('folder', requestKey, digest);
  if (!isNew) return existingFolder(transaction, id);
  await requireParent(transaction, parent_folder_id);
  const folder: Folder = {
    folder_id: id,
    name,
    status_id: STATUS_ACTIVE,
    parent_folder_id,
    image_s3_key: '',
  };
  transaction.put(FOLDERS, folder);
  return folder;
}

export async function setFolder(
  transaction: LibraryTransaction,
  { folder_id, if: expected, ...wanted }: Omit<ChangeOf<'folder.set'>, 'kind'>,
): Promise<Changed<Folder>> {
  const folder = await existingFolder(transaction, folder_id);
  const { fields, leftAlone } = guarded(folder, wanted, expected);
  return { entity: transaction.change(FOLDERS, folder, fields), leftAlone };
}

export async function moveFolder(
  transaction: LibraryTransaction,
  { folder_id, parent_folder_id, if: expected }: Omit<ChangeOf<'folder.move'>, 'kind'>,
): Promise<Changed<Folder>> {
  const folder = await existingFolder(transaction, folder_id);
  const { fields, leftAlone } = guarded(folder, { parent_folder_id }, expected);
  const parent = fields.parent_folder_id;
  if (parent !== undefined && parent !== folder.parent_folder_id) {
    await checkParent(transaction, folder_id, parent);
  }
  return { entity: transaction.change(FOLDERS, folder, fields), leftAlone };
}

export async function setFolderImage(
  transaction: LibraryTransaction,
  { folder_id, s3_key, if: expected }: Pick<ChangeOf<'folder.image'>, 'folder_id' | 's3_key' | 'if'>,
): Promise<Changed<Folder>> {
  const folder = await existingFolder(transaction, folder_id);
  const { fields, leftAlone } = guarded(folder, { image_s3_key: s3_key }, expected);
  await requireAvailable(transaction, folder, fields.image_s3_key);
  return { entity: transaction.change(FOLDERS, folder, fields), leftAlone };
}

export async function existingFolder(transaction: LibraryTransaction, folder_id: number): Promise<Folder> {
  const folder = await transaction.get(FOLDERS, { folder_id });
  if (folder === null) throw new NotMade('gone', 'noSuchFolder');
  return folder;
}

export async function requireParent(transaction: LibraryTransaction, folder_id: number): Promise<void> {
  if (folder_id === ROOT_FOLDER_ID) return;
  if ((await transaction.get(FOLDERS, { folder_id })) === null) throw new NotMade('gone', 'noSuchParent');
}

/** Walks up from the new parent. If it meets the moved folder, the move would create a cycle. */
async function checkParent(
  transaction: LibraryTransaction,
  folderId: number,
  parentId: number,
): Promise<void> {
  const visited = new Set([folderId]);
  for (let id = parentId; id !== ROOT_FOLDER_ID;) {
    if (visited.has(id)) throw new NotMade('cycle', 'folderInItself');
    visited.add(id);
    const ancestor = await transaction.get(FOLDERS, { folder_id: id });
    if (ancestor === null) throw new NotMade('gone', 'noSuchParent');
    id = ancestor.parent_folder_id;
  }
}
