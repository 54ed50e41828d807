import type { Folder } from '@foldmark/contract/entities';
import { ROOT_FOLDER_ID, STATUS_ACTIVE } from '@foldmark/contract/limits';

import { Failure } from '#functions/http/failure.ts';
import { FOLDERS } from '#functions/library/collections.ts';
import type { Operation } from '#functions/operations/operation.ts';

export const createFolder: Operation<'/folders/create/'> = async ({ input, caller }, services) => {
  const { name, parent_folder_id } = input;
  const library = await services.library(caller.uid);
  return library.transaction(async (transaction) => {
    if (parent_folder_id !== ROOT_FOLDER_ID) {
      const parent = await transaction.get(FOLDERS, { folder_id: parent_folder_id });
      if (parent === null) throw new Failure('noSuchParent');
    }
    const folder: Folder = {
      folder_id: await transaction.takeId('folder'),
      name,
      status_id: STATUS_ACTIVE,
      parent_folder_id,
      image_s3_key: '',
    };
    transaction.put(FOLDERS, folder);
    return folder;
  });
};
