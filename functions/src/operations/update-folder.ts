import { Failure } from '#functions/errors/failure.ts';
import { FOLDERS } from '#functions/library/collections.ts';
import type { Operation } from '#functions/operations/operation.ts';

export const updateFolder: Operation<'/folders/update/'> = async ({ input, caller }, services) => {
  const { folder_id, name, status_id } = input;
  const library = await services.library(caller.uid);
  return library.transaction(async (transaction) => {
    const folder = await transaction.get(FOLDERS, { folder_id });
    if (folder === null) throw new Failure('noSuchFolder');
    return transaction.change(FOLDERS, folder, { name, status_id });
  });
};
