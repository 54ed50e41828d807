import { Failure } from '#functions/errors/failure.ts';
import { FOLDERS } from '#functions/library/collections.ts';
import type { Operation } from '#functions/operations/operation.ts';

export const getFolder: Operation<'/folders/get/'> = async ({ input, caller }, services) => {
  const folder = await (await services.library(caller.uid)).get(FOLDERS, input);
  if (folder === null) throw new Failure('noSuchFolder');
  return folder;
};
