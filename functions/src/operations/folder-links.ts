import { addMember, removeMember } from '#functions/changes/relations.ts';
import { Failure } from '#functions/errors/failure.ts';
import { FOLDER_LINKS } from '#functions/library/collections.ts';
import { requireUserIfEmpty } from '#functions/library/require-user.ts';
import type { Operation } from '#functions/operations/operation.ts';

export const listFolderLinks: Operation<'/folder-links/list/'> = async ({ caller }, services) => {
  const library = await services.library(caller.uid);
  return requireUserIfEmpty(library, await library.list(FOLDER_LINKS));
};

export const addLinkToFolder: Operation<'/folders/add-link/'> = async ({ input, caller }, services) => {
  const library = await services.library(caller.uid);
  return library.transaction(async (transaction) => addMember(transaction, input));
};

export const removeLinkFromFolder: Operation<'/folders/remove-link/'> = async (
  { input, caller, minimal },
  services,
) => {
  const library = await services.library(caller.uid);
  await library.transaction(async (transaction) => {
    if (!(await removeMember(transaction, input))) throw new Failure('notInFolder');
  });
  return minimal ? null : library.list(FOLDER_LINKS);
};
