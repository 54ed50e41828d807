import { Failure } from '#functions/errors/failure.ts';
import { FOLDER_LINKS, FOLDERS, LINKS } from '#functions/library/collections.ts';
import type { Operation } from '#functions/operations/operation.ts';

export const addLinkToFolder: Operation<'/folders/add-link/'> = async ({ input, caller }, services) => {
  const { folder_id, link_id } = input;
  const library = await services.library(caller.uid);
  return library.transaction(async (transaction) => {
    const [present, folder, link] = await Promise.all([
      transaction.get(FOLDER_LINKS, input),
      transaction.get(FOLDERS, { folder_id }),
      transaction.get(LINKS, { link_id }),
    ]);
    if (folder === null) throw new Failure('noSuchFolder');
    if (link === null) throw new Failure('noSuchLink');
    if (present !== null) return present;
    const membership = { folder_link_id: await transaction.takeId('folder_link'), folder_id, link_id };
    transaction.put(FOLDER_LINKS, membership);
    return membership;
  });
};
