import { domainOf } from '@foldmark/contract/link-url';

import { Failure } from '#functions/errors/failure.ts';
import { LINKS } from '#functions/library/collections.ts';
import type { Operation } from '#functions/operations/operation.ts';
import { askForPageDetails } from '#functions/operations/ask-for-page-details.ts';

export const updateLink: Operation<'/links/update/'> = async ({ input, caller }, services) => {
  const { link_id, url, name, status_id } = input;
  const library = await services.library(caller.uid);
  const { link, moved } = await library.transaction(async (transaction) => {
    const before = await transaction.get(LINKS, { link_id });
    if (before === null) throw new Failure('noSuchLink');
    const domain_name = domainOf(url);
    // The icon of another site would mislead until the new page has been read.
    const icon = domain_name === before.domain_name ? {} : { favicon_key: '', favicon_url: '' };
    const changed = transaction.change(LINKS, before, { url, name, status_id, domain_name, ...icon });
    return { link: changed, moved: before.url !== url };
  });
  if (moved) await askForPageDetails(services, caller.uid, link);
  return link;
};
