import { compareLinks } from '@foldmark/contract/order';

import { LINKS } from '#functions/library/collections.ts';
import type { Operation } from '#functions/operations/operation.ts';
import { orNoProfile } from '#functions/library/require-user.ts';

export const listLinks: Operation<'/links/list/'> = async ({ caller }, services) => {
  const library = await services.library(caller.uid);
  return (await orNoProfile(library, await library.list(LINKS))).sort(compareLinks);
};
