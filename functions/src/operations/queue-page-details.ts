import type { Link } from '@foldmark/contract/entities';

import type { Services } from '#functions/services/services.ts';

const WEB = /^https?:/i;

/**
 * Queues a task that reads the page of a link. The link is already saved, so if the queue fails, the link only stays
 * without a title and an icon.
 */
export async function queuePageDetails(
  services: Pick<Services, 'log' | 'readPageLater'>,
  uid: string,
  { link_id, url }: Link,
): Promise<void> {
  if (!WEB.test(url)) return;
  try {
    await services.readPageLater({ uid, link_id, url });
  } catch (error) {
    services.log.warn('the page details queue rejected a task', {
      error: error instanceof Error ? error.message : String(error),
    });
  }
}
