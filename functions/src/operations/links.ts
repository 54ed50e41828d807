import type { LibraryChange } from '@foldmark/library/changes/changes';
import { compareLinks } from '@foldmark/library/order/order';

import { type MadeChange, makeOnly } from '#functions/changes/make-changes.ts';
import { newPages } from '#functions/changes/new-pages.ts';
import { requireImageFound, requireUploadedImage } from '#functions/changes/uploaded-images.ts';
import { Failure } from '#functions/errors/failure.ts';
import { LINKS, type ServerLink } from '#functions/store/collections.ts';
import type { Library } from '#functions/store/library.ts';
import { requireUserIfEmpty } from '#functions/store/require-user.ts';
import type { Operation } from '#functions/operations/operation.ts';
import { queuePageDetails, queuePages } from '#functions/page-details/queue-page-details.ts';

export const getLink: Operation<'/links/get/'> = async ({ input, caller }, services) =>
  existing(await (await services.library(caller.uid)).get(LINKS, input));

export const listLinks: Operation<'/links/list/'> = async ({ caller }, services) => {
  const library = await services.library(caller.uid);
  return (await requireUserIfEmpty(library, await library.list(LINKS))).sort(compareLinks);
};

export const createLink: Operation<'/links/create/'> = async ({ input, caller, requestKey }, services) => {
  const library = await services.library(caller.uid);
  const link = await library.transaction(async (transaction) => {
    const { created } = await makeOnly(transaction, { kind: 'link.create', ref: -1, ...input }, requestKey);
    return existing(created && (await transaction.get(LINKS, { link_id: created.id })));
  });
  // A repeat queues the task too, because the first attempt may have ended between the commit and this line.
  await queuePageDetails(services, caller.uid, link);
  return link;
};

export const updateLink: Operation<'/links/update/'> = async ({ input, caller }, services) => {
  const { domain_name: _, ...values } = input;
  const library = await services.library(caller.uid);
  const { link, made } = await changed(library, { kind: 'link.set', ...values });
  // A late repeat stores nothing, and the link may have another url by now.
  const pages = newPages(made.edits).filter(({ url }) => url === link.url);
  await queuePages(services, caller.uid, pages);
  return link;
};

export const updateLinkImage: Operation<'/links/update-image/'> = async ({ input, caller }, services) => {
  await requireUploadedImage(services.uploads, 'link', input.s3_bucket, input.s3_key);
  return (await changed(await services.library(caller.uid), { kind: 'link.image', ...input })).link;
};

interface Changed {
  readonly link: ServerLink;
  readonly made: MadeChange;
}

/** Makes a change of a link, and returns the link. */
async function changed(
  library: Library,
  change: LibraryChange & { readonly link_id: number },
): Promise<Changed> {
  return library.transaction(async (transaction) => {
    const made = requireImageFound(await makeOnly(transaction, change));
    return { made, link: existing(await transaction.get(LINKS, { link_id: change.link_id })) };
  });
}

function existing(link: ServerLink | null): ServerLink {
  if (link === null) throw new Failure('noSuchLink');
  return link;
}
