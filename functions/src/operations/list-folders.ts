import { FOLDERS } from '#functions/library/collections.ts';
import { compareFolders } from '@foldmark/contract/order';
import type { Operation } from '#functions/operations/operation.ts';
import { orNoProfile } from '#functions/library/require-user.ts';

export const listFolders: Operation<'/folders/list/'> = async ({ caller }, services) => {
  const library = await services.library(caller.uid);
  return (await orNoProfile(library, await library.list(FOLDERS))).sort(compareFolders);
};
