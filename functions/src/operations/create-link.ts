import { newLink } from '@foldmark/contract/new-link';

import { LINKS } from '#functions/library/collections.ts';
import type { Operation } from '#functions/operations/operation.ts';
import { askForPageDetails } from '#functions/operations/ask-for-page-details.ts';

export const createLink: Operation<'/links/create/'> = async (
  { input: { url }, caller, requestKey },
  services,
) => {
  const library = await services.library(caller.uid);
  const link = await library.transaction(async (transaction) => {
    const { id, isNew } = await transaction.takeIdOnce('link', requestKey);
    const created = newLink(id, url);
    if (isNew) transaction.put(LINKS, created);
    return created;
  });
  // In a repeat too: the first time may have ended before this.
  await askForPageDetails(services, caller.uid, link);
  return link;
};
