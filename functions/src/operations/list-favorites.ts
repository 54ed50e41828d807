import { FAVORITES } from '#functions/library/collections.ts';
import type { Operation } from '#functions/operations/operation.ts';
import { orNoProfile } from '#functions/library/require-user.ts';

export const listFavorites: Operation<'/favorites/list/'> = async ({ caller }, services) => {
  const library = await services.library(caller.uid);
  return orNoProfile(library, await library.list(FAVORITES));
};
