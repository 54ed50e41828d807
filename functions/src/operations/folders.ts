import type { Folder } from '@foldmark/contract/entities';
import { ROOT_FOLDER_ID, STATUS_ACTIVE } from '@foldmark/contract/limits';
import { compareFolders } from '@foldmark/contract/order';

import { Failure } from '#functions/errors/failure.ts';
import { FOLDERS } from '#functions/library/collections.ts';
import type { LibraryTransaction } from '#functions/library/library.ts';
import { requireUserIfEmpty } from '#functions/library/require-user.ts';
import type { Operation } from '#functions/operations/operation.ts';
import { requireNotBeingDeleted, requireUploadedImage } from '#functions/operations/uploaded-images.ts';

export const getFolder: Operation<'/folders/get/'> = async ({ input, caller }, services) => {
  const folder = await (await services.library(caller.uid)).get(FOLDERS, input);
  if (folder === null) throw new Failure('noSuchFolder');
  return folder;
};

export const listFolders: Operation<'/folders/list/'> = async ({ caller }, services) => {
  const library = await services.library(caller.uid);
  return (await requireUserIfEmpty(library, await library.list(FOLDERS))).sort(compareFolders);
};

export const createFolder: Operation<'/folders/create/'> = async (
  { input, caller, requestKey },
  services,
) => {
  const { name, parent_folder_id } = input;
  const library = await services.library(caller.uid);
  return library.transaction(async (transaction) => {
    const parentExists =
      parent_folder_id === ROOT_FOLDER_ID ||
      (await transaction.get(FOLDERS, { folder_id: parent_folder_id })) !== null;
    const { id, isNew } = await transaction.allocateIdOnce('folder', requestKey);
    // A repeat succeeds even if the parent was deleted after the first attempt.
    if (isNew && !parentExists) throw new Failure('noSuchParent');
    const folder: Folder = {
      folder_id: id,
      name,
      status_id: STATUS_ACTIVE,
      parent_folder_id,
      image_s3_key: '',
    };
    if (isNew) transaction.put(FOLDERS, folder);
    return folder;
  });
};

export const updateFolder: Operation<'/folders/update/'> = async ({ input, caller }, services) => {
  const { folder_id, ...edits } = input;
  const library = await services.library(caller.uid);
  return library.transaction(async (transaction) => {
    const folder = await transaction.get(FOLDERS, { folder_id });
    if (folder === null) throw new Failure('noSuchFolder');
    return transaction.change(FOLDERS, folder, edits);
  });
};

export const moveFolder: Operation<'/folders/update-parent/'> = async ({ input, caller }, services) => {
  const { folder_id, parent_folder_id } = input;
  const library = await services.library(caller.uid);
  return library.transaction(async (transaction) => {
    const folder = await transaction.get(FOLDERS, { folder_id });
    if (folder === null) throw new Failure('noSuchFolder');
    if (folder.parent_folder_id !== parent_folder_id) {
      await checkParent(transaction, folder_id, parent_folder_id);
    }
    return transaction.change(FOLDERS, folder, { parent_folder_id });
  });
};

/** Walks up from the new parent. If it meets the moved folder, the move would create a cycle. */
async function checkParent(
  transaction: LibraryTransaction,
  folderId: number,
  parentId: number,
): Promise<void> {
  const visited = new Set([folderId]);
  for (let id = parentId; id !== ROOT_FOLDER_ID;) {
    if (visited.has(id)) throw new Failure('folderInItself');
    visited.add(id);
    const ancestor = await transaction.get(FOLDERS, { folder_id: id });
    if (ancestor === null) throw new Failure('noSuchParent');
    id = ancestor.parent_folder_id;
  }
}

export const updateFolderImage: Operation<'/folders/update-image/'> = async ({ input, caller }, services) => {
  const { folder_id, s3_bucket, s3_key } = input;
  await requireUploadedImage(services.uploads, 'folder', s3_bucket, s3_key);
  const library = await services.library(caller.uid);
  return library.transaction(async (transaction) => {
    const folder = await transaction.get(FOLDERS, { folder_id });
    if (folder === null) throw new Failure('noSuchFolder');
    await requireNotBeingDeleted(transaction, folder, s3_key);
    return transaction.change(FOLDERS, folder, { image_s3_key: s3_key });
  });
};
