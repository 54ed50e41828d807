import { FOLDER_LINKS } from '#functions/library/collections.ts';
import type { Operation } from '#functions/operations/operation.ts';
import { orNoProfile } from '#functions/library/require-user.ts';

export const listFolderLinks: Operation<'/folder-links/list/'> = async ({ caller }, services) => {
  const library = await services.library(caller.uid);
  return orNoProfile(library, await library.list(FOLDER_LINKS));
};
