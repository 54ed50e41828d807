import type { Link } from '@foldmark/contract/entities';
import { STATUS_ACTIVE } from '@foldmark/contract/limits';
import { domainOf, placeholderName } from '@foldmark/contract/link-url';

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
    const created: Link = {
      link_id: id,
      url,
      name: placeholderName(url),
      status_id: STATUS_ACTIVE,
      image_s3_key: '',
      favicon_key: '',
      favicon_url: '',
      domain_name: domainOf(url),
    };
    if (isNew) transaction.put(LINKS, created);
    return created;
  });
  // In a repeat too: the first time may have ended before this.
  await askForPageDetails(services, caller.uid, link);
  return link;
};
