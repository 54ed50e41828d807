import type { Link } from '@foldmark/contract/entities';
import { STATUS_ACTIVE } from '@foldmark/contract/limits';
import { domainOf, placeholderName } from '@foldmark/contract/link-url';

import { LINKS } from '#functions/library/collections.ts';
import type { Operation } from '#functions/operations/operation.ts';
import { askForPageDetails } from '#functions/operations/ask-for-page-details.ts';

export const createLink: Operation<'/links/create/'> = async ({ input: { url }, caller }, services) => {
  const library = await services.library(caller.uid);
  const link = await library.transaction(async (transaction) => {
    const created: Link = {
      link_id: await transaction.takeId('link'),
      url,
      name: placeholderName(url),
      status_id: STATUS_ACTIVE,
      image_s3_key: '',
      favicon_key: '',
      favicon_url: '',
      domain_name: domainOf(url),
    };
    transaction.put(LINKS, created);
    return created;
  });
  await askForPageDetails(services, caller.uid, link);
  return link;
};
