import { placeholderName } from '@foldmark/library/entities/link-url';
import * as z from 'zod/mini';

import { LINKS } from '#functions/store/collections.ts';
import type { FetcherOptions } from '#functions/page-details/fetch-public.ts';
import { detailsOf, iconOf, type StoredIcon, storeIcon } from '#functions/page-details/page-icon.ts';
import type { PageJob, Services } from '#functions/services/services.ts';

const jobSchema = z.object({ uid: z.string().check(z.minLength(1)), link_id: z.int(), url: z.string() });

/**
 * Reads the page of a link and stores its title, description and icon. Keeps a name that the user has entered since. Throws if a retry may
 * help; the queue then calls it again.
 */
export async function fillInPageDetails(
  job: unknown,
  services: Pick<Services, 'library' | 'log' | 'imageStore'>,
  options: FetcherOptions,
): Promise<void> {
  const { uid, link_id, url } = z.parse(jobSchema, job) satisfies PageJob;
  const details = await detailsOf(url, options, services.log);
  if (details === null) return;
  const icon = await iconOf(details.icons, services, options);
  const library = await services.library(uid);
  const fillIn = async (stored: StoredIcon | null): Promise<Outcome> =>
    library.transaction(async (transaction) => {
      const link = await transaction.get(LINKS, { link_id });
      // If the url has changed, another task will read the new page.
      if (link === null || link.url !== url) return 'done';
      const isNew = stored !== null && stored.key !== link.favicon_key;
      if (isNew && (await transaction.isImageBeingDeleted(stored.key))) return 'icon is being deleted';
      const hasPlaceholder = link.name === placeholderName(url) && details.title !== '';
      transaction.change(LINKS, link, {
        ...(hasPlaceholder ? { name: details.title, page_title: details.title } : {}),
        // A page that has lost its description keeps the earlier one.
        ...(details.description === '' ? {} : { description: details.description }),
        // The url is only stored with an icon. Any other url could lead anywhere, and browsers would load it.
        favicon_url: stored?.url ?? '',
        // Without a new icon, keeps the icon of an earlier page of the same site.
        favicon_key: stored?.key ?? link.favicon_key,
      });
      return 'done';
    });
  const outcome = await fillIn(await storeIcon(icon, false, services, uid));
  // Another link has just lost this icon, and its image is being deleted. So this link gets a copy under a new key.
  if (outcome === 'icon is being deleted') await fillIn(await storeIcon(icon, true, services, uid));
}

type Outcome = 'done' | 'icon is being deleted';
