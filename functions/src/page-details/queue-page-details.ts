import type { Link } from '@foldmark/library/entities/entities';

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
    services.log.warn('the page details queue rejected a task', {
      error: error instanceof Error ? error.message : String(error),
    });
  }
}

export async function queuePages(services: Needs, uid: string, pages: readonly Page[]): Promise<void> {
  for (let from = 0; from < pages.length; from += AT_ONCE) {
    const some = pages.slice(from, from + AT_ONCE);
    await Promise.all(some.map(async (page) => queuePageDetails(services, uid, page)));
  }
}
