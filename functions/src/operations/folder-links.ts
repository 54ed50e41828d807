import { Failure } from '#functions/errors/failure.ts';
import { FOLDER_LINKS, FOLDERS, LINKS } from '#functions/library/collections.ts';
import { requireUserIfEmpty } from '#functions/library/require-user.ts';
import type { Operation } from '#functions/operations/operation.ts';

export const listFolderLinks: Operation<'/folder-links/list/'> = async ({ caller }, services) => {
  const library = await services.library(caller.uid);
  return requireUserIfEmpty(library, await library.list(FOLDER_LINKS));
};

export const addLinkToFolder: Operation<'/folders/add-link/'> = async ({ input, caller }, services) => {
  const { folder_id, link_id } = input;
  const library = await services.library(caller.uid);
  return library.transaction(async (transaction) => {
    const [existing, folder, link] = await Promise.all([
      transaction.get(FOLDER_LINKS, input),
      transaction.get(FOLDERS, { folder_id }),
      transaction.get(LINKS, { link_id }),
    ]);
    if (folder === null) throw new Failure('noSuchFolder');
    if (link === null) throw new Failure('noSuchLink');
    if (existing !== null) return existing;
    const membership = { folder_link_id: await transaction.allocateId('folder_link'), folder_id, link_id };
    transaction.put(FOLDER_LINKS, membership);
    return membership;
  });
};

export const removeLinkFromFolder: Operation<'/folders/remove-link/'> = async (
  { input, caller, minimal },
  services,
) => {
  const library = await services.library(caller.uid);
  await library.transaction(async (transaction) => {
    const membership = await transaction.get(FOLDER_LINKS, input);
    if (membership === null) throw new Failure('notInFolder');
    transaction.tombstone(FOLDER_LINKS, [membership]);
  });
  return minimal ? null : library.list(FOLDER_LINKS);
};
