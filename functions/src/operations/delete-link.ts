import { STATUS_TRASHED } from '@foldmark/contract/limits';

import { Failure } from '#functions/errors/failure.ts';
import { LINKS } from '#functions/library/collections.ts';
import { deleteForEver } from '#functions/operations/delete-for-ever.ts';
import type { Operation } from '#functions/operations/operation.ts';

export const deleteLink: Operation<'/links/delete/'> = async ({ input, caller, minimal }, services) => {
  const library = await services.library(caller.uid);
  const deleted = await library.transaction(async (transaction) => {
    const link = await transaction.get(LINKS, input);
    if (link === null) throw new Failure('noSuchLink');
    if (link.status_id !== STATUS_TRASHED) throw new Failure('notInTrash');
    return deleteForEver(transaction, [link], []);
  });
  return minimal ? null : deleted;
};
