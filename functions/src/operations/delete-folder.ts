import { STATUS_TRASHED } from '@foldmark/contract/limits';

import { Failure } from '#functions/errors/failure.ts';
import { FOLDERS } from '#functions/library/collections.ts';
import { deleteForEver } from '#functions/operations/delete-for-ever.ts';
import type { Operation } from '#functions/operations/operation.ts';

export const deleteFolder: Operation<'/folders/delete/'> = async ({ input, caller, minimal }, services) => {
  const library = await services.library(caller.uid);
  const deleted = await library.transaction(async (transaction) => {
    const folder = await transaction.get(FOLDERS, input);
    if (folder === null) throw new Failure('noSuchFolder');
    if (folder.status_id !== STATUS_TRASHED) throw new Failure('notInTrash');
    return deleteForEver(transaction, [], [folder]);
  });
  return minimal ? null : deleted;
};
