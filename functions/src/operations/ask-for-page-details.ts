import type { Link } from '@foldmark/contract/entities';

import type { Services } from '#functions/services/services.ts';

const WEB = /^https?:/i;

/** Has the page of a link read later. The link is saved already, so a queue that is down costs it only its title. */
export async function askForPageDetails(
  services: Pick<Services, 'log' | 'readPageLater'>,
  uid: string,
  { link_id, url }: Link,
): Promise<void> {
  if (!WEB.test(url)) return;
  try {
    await services.readPageLater({ uid, link_id, url });
  } catch (error) {
    services.log.warn('the page details queue took no job', {
      error: error instanceof Error ? error.message : String(error),
    });
  }
}
