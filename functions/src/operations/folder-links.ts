import { makeOnly } from '#functions/changes/make-changes.ts';
import { Failure } from '#functions/errors/failure.ts';
import { FOLDER_LINKS } from '#functions/store/collections.ts';
import { requireUserIfEmpty } from '#functions/store/require-user.ts';
import type { Operation } from '#functions/operations/operation.ts';

export const listFolderLinks: Operation<'/folder-links/list/'> = async ({ caller }, services) => {
  const library = await services.library(caller.uid);
  return requireUserIfEmpty(library, await library.list(FOLDER_LINKS));
};

/** Adds a link to a folder. If the link is already in the folder, returns the existing membership. */
export const addLinkToFolder: Operation<'/folders/add-link/'> = async ({ input, caller }, services) => {
  const library = await services.library(caller.uid);
  return library.transaction(async (transaction) => {
    const { edits } = await makeOnly(transaction, { kind: 'member.set', ...input, present: true });
    const added = edits.find((edit) => edit.table === 'folder_links');
    const member = transaction.peek(FOLDER_LINKS, input) ?? added?.after ?? null;
    if (member === null) throw new Failure('noSuchLink');
    return { ...input, folder_link_id: member.folder_link_id };
  });
};

export const removeLinkFromFolder: Operation<'/folders/remove-link/'> = async (
  { input, caller, minimal },
  services,
) => {
  const library = await services.library(caller.uid);
  await library.transaction(async (transaction) => {
    const { edits } = await makeOnly(transaction, { kind: 'member.set', ...input, present: false });
    if (edits.length === 0) throw new Failure('notInFolder');
  });
  return minimal ? null : library.list(FOLDER_LINKS);
};
