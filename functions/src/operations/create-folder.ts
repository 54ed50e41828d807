import type { Folder } from '@foldmark/contract/entities';
import { ROOT_FOLDER_ID, STATUS_ACTIVE } from '@foldmark/contract/limits';

import { Failure } from '#functions/errors/failure.ts';
import { FOLDERS } from '#functions/library/collections.ts';
import type { Operation } from '#functions/operations/operation.ts';

export const createFolder: Operation<'/folders/create/'> = async (
  { input, caller, requestKey },
  services,
) => {
  const { name, parent_folder_id } = input;
  const library = await services.library(caller.uid);
  return library.transaction(async (transaction) => {
    const isThere =
      parent_folder_id === ROOT_FOLDER_ID ||
      (await transaction.get(FOLDERS, { folder_id: parent_folder_id })) !== null;
    const { id, isNew } = await transaction.takeIdOnce('folder', requestKey);
    // What is made already stays made, whatever has become of its parent.
    if (isNew && !isThere) throw new Failure('noSuchParent');
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
