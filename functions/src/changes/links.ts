import type { ChangeOf } from '@foldmark/library/changes/changes';
import { domainOf, placeholderName } from '@foldmark/library/entities/link-url';
import { newLink } from '@foldmark/library/entities/new-link';

import { type Changed, guarded } from '#functions/changes/guard.ts';
import { NotMade } from '#functions/changes/not-made.ts';
import { requireAvailable } from '#functions/changes/uploaded-images.ts';
import { digestOf } from '#functions/library/digest.ts';
import { LINKS, type ServerLink } from '#functions/library/collections.ts';
import type { LibraryTransaction } from '#functions/library/library.ts';

/** Creates a link. A repeat with the same key returns the stored link. */
export async function createLink(
  transaction: LibraryTransaction,
  { url }: Pick<ChangeOf<'link.create'>, 'url'>,
  requestKey: string | null,
): Promise<ServerLink> {
  const { id, isNew } = await transaction.allocateIdOnce('link', requestKey, digestOf({ url }));
  if (!isNew) return existingLink(transaction, id);
  const link = { ...newLink(id, url), created_at: transaction.now };
  transaction.put(LINKS, link);
  return link;
}

export async function setLink(
  transaction: LibraryTransaction,
  { link_id, if: expected, ...wanted }: Omit<ChangeOf<'link.set'>, 'kind'>,
): Promise<Changed<ServerLink>> {
  const link = await existingLink(transaction, link_id);
  const { fields, leftAlone } = guarded(link, wanted, withTitle(link, expected));
  return {
    entity: transaction.change(LINKS, link, { ...fields, ...siteFields(link, fields.url) }),
    leftAlone,
  };
}

/** The title that a job has read from the page is no edit: a change expects it too if it expects the first name of the link. */
function withTitle(link: ServerLink, expected: ChangeOf<'link.set'>['if']): ChangeOf<'link.set'>['if'] {
  const isTitle = expected?.name === placeholderName(link.url) && link.name === link.page_title;
  return isTitle ? { ...expected, name: link.name } : expected;
}

/** The fields that follow the url. */
function siteFields(link: ServerLink, url: string | undefined): Partial<ServerLink> {
  if (url === undefined) return {};
  const domain_name = domainOf(url);
  // The icon of another site would mislead until the queue has read the new page.
  return domain_name === link.domain_name ? {} : { domain_name, favicon_key: '', favicon_url: '' };
}

export async function setLinkImage(
  transaction: LibraryTransaction,
  { link_id, s3_key, if: expected }: Pick<ChangeOf<'link.image'>, 'link_id' | 's3_key' | 'if'>,
): Promise<Changed<ServerLink>> {
  const link = await existingLink(transaction, link_id);
  const { fields, leftAlone } = guarded(link, { image_s3_key: s3_key }, expected);
  await requireAvailable(transaction, link, fields.image_s3_key);
  return { entity: transaction.change(LINKS, link, fields), leftAlone };
}

export async function existingLink(transaction: LibraryTransaction, link_id: number): Promise<ServerLink> {
  const link = await transaction.get(LINKS, { link_id });
  if (link === null) throw new NotMade('gone', 'noSuchLink');
  return link;
}
