import { domainOf } from '@foldmark/contract/link-url';
import { newLink } from '@foldmark/contract/new-link';
import { compareLinks } from '@foldmark/contract/order';

import { Failure } from '#functions/errors/failure.ts';
import { LINKS } from '#functions/library/collections.ts';
import { requireUserIfEmpty } from '#functions/library/require-user.ts';
import type { Operation } from '#functions/operations/operation.ts';
import { queuePageDetails } from '#functions/operations/queue-page-details.ts';
import { requireNotBeingDeleted, requireUploadedImage } from '#functions/operations/uploaded-images.ts';

export const getLink: Operation<'/links/get/'> = async ({ input, caller }, services) => {
  const link = await (await services.library(caller.uid)).get(LINKS, input);
  if (link === null) throw new Failure('noSuchLink');
  return link;
};

export const listLinks: Operation<'/links/list/'> = async ({ caller }, services) => {
  const library = await services.library(caller.uid);
  return (await requireUserIfEmpty(library, await library.list(LINKS))).sort(compareLinks);
};

export const createLink: Operation<'/links/create/'> = async (
  { input: { url }, caller, requestKey },
  services,
) => {
  const library = await services.library(caller.uid);
  const link = await library.transaction(async (transaction) => {
    const { id, isNew } = await transaction.allocateIdOnce('link', requestKey);
    const created = newLink(id, url);
    if (isNew) transaction.put(LINKS, created);
    return created;
  });
  // A repeat queues the task too: the first attempt may have ended after the commit and before this line.
  await queuePageDetails(services, caller.uid, link);
  return link;
};

export const updateLink: Operation<'/links/update/'> = async ({ input, caller }, services) => {
  const { link_id, domain_name: _, ...edits } = input;
  const library = await services.library(caller.uid);
  const { link, hasNewUrl } = await library.transaction(async (transaction) => {
    const before = await transaction.get(LINKS, { link_id });
    if (before === null) throw new Failure('noSuchLink');
    const domain_name = domainOf(edits.url);
    // The icon of another site would mislead until the queue has read the new page.
    const icon = domain_name === before.domain_name ? {} : { favicon_key: '', favicon_url: '' };
    const changed = transaction.change(LINKS, before, { ...edits, domain_name, ...icon });
    return { link: changed, hasNewUrl: before.url !== edits.url };
  });
  if (hasNewUrl) await queuePageDetails(services, caller.uid, link);
  return link;
};

export const updateLinkImage: Operation<'/links/update-image/'> = async ({ input, caller }, services) => {
  const { link_id, s3_bucket, s3_key } = input;
  await requireUploadedImage(services.uploads, 'link', s3_bucket, s3_key);
  const library = await services.library(caller.uid);
  return library.transaction(async (transaction) => {
    const link = await transaction.get(LINKS, { link_id });
    if (link === null) throw new Failure('noSuchLink');
    await requireNotBeingDeleted(transaction, link, s3_key);
    return transaction.change(LINKS, link, { image_s3_key: s3_key });
  });
};
