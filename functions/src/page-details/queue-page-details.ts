import type { Link } from '@foldmark/library/entities/entities';

import { messageOf } from '#functions/errors/error-fields.ts';
import { chunksOf } from '#functions/store/chunks.ts';
import type { Services } from '#functions/services/services.ts';

const WEB = /^https?:/i;
/** How many tasks of a batch are queued at the same time. */
const AT_ONCE = 25;

type Needs = Pick<Services, 'log' | 'readPageLater'>;
type Page = Pick<Link, 'link_id' | 'url'>;

/**
 * Queues a task that reads the page of a link. The link is already saved, so if the queue fails, the link only stays
 * without a title and an icon.
 */
export async function queuePageDetails(services: Needs, uid: string, { link_id, url }: Page): Promise<void> {
  if (!WEB.test(url)) return;
  try {
    await services.readPageLater({ uid, link_id, url });
  } catch (error) {
    services.log.warn('the page details queue rejected a task', { error: messageOf(error) });
  }
}

export async function queuePages(services: Needs, uid: string, pages: readonly Page[]): Promise<void> {
  for (const some of chunksOf(pages, AT_ONCE))
    await Promise.all(some.map(async (page) => queuePageDetails(services, uid, page)));
}
