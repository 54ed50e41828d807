import { compareLinks } from '@foldmark/library/order/order';

import { createLink as create, existingLink, setLink, setLinkImage } from '#functions/changes/links.ts';
import { requireUploadedImage } from '#functions/changes/uploaded-images.ts';
import { Failure } from '#functions/errors/failure.ts';
import { LINKS } from '#functions/library/collections.ts';
import { requireUserIfEmpty } from '#functions/library/require-user.ts';
import type { Operation } from '#functions/operations/operation.ts';
import { queuePageDetails } from '#functions/page-details/queue-page-details.ts';

export const getLink: Operation<'/links/get/'> = async ({ input, caller }, services) => {
  const link = await (await services.library(caller.uid)).get(LINKS, input);
  if (link === null) throw new Failure('noSuchLink');
  return link;
};

export const listLinks: Operation<'/links/list/'> = async ({ caller }, services) => {
  const library = await services.library(caller.uid);
  return (await requireUserIfEmpty(library, await library.list(LINKS))).sort(compareLinks);
};

export const createLink: Operation<'/links/create/'> = async ({ input, caller, requestKey }, services) => {
  const library = await services.library(caller.uid);
  const link = await library.transaction(async (transaction) => create(transaction, input, requestKey));
  // A repeat queues the task too: the first attempt may have ended after the commit and before this line.
  await queuePageDetails(services, caller.uid, link);
  return link;
};

export const updateLink: Operation<'/links/update/'> = async ({ input, caller }, services) => {
  const { domain_name: _, ...change } = input;
  const library = await services.library(caller.uid);
  const { link, hasNewUrl } = await library.transaction(async (transaction) => {
    const before = await existingLink(transaction, input.link_id);
    const { entity } = await setLink(transaction, change);
    return { link: entity, hasNewUrl: entity.url !== before.url };
  });
  if (hasNewUrl) await queuePageDetails(services, caller.uid, link);
  return link;
};

export const updateLinkImage: Operation<'/links/update-image/'> = async ({ input, caller }, services) => {
  await requireUploadedImage(services.uploads, 'link', input.s3_bucket, input.s3_key);
  const library = await services.library(caller.uid);
  return (await library.transaction(async (transaction) => setLinkImage(transaction, input))).entity;
};
