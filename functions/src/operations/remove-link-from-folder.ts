import { Failure } from '#functions/errors/failure.ts';
import { FOLDER_LINKS } from '#functions/library/collections.ts';
import type { Operation } from '#functions/operations/operation.ts';

export const removeLinkFromFolder: Operation<'/folders/remove-link/'> = async (
  { input, caller, minimal },
  services,
) => {
  const library = await services.library(caller.uid);
  await library.transaction(async (transaction) => {
    const membership = await transaction.get(FOLDER_LINKS, input);
    if (membership === null) throw new Failure('notInFolder');
    transaction.bury(FOLDER_LINKS, [membership]);
  });
  return minimal ? null : library.list(FOLDER_LINKS);
};
