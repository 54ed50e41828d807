import { placeholderName } from '@foldmark/contract/link-url';
import * as z from 'zod/mini';

import { LINKS } from '#functions/library/collections.ts';
import { decodeHtml } from '#functions/page-details/decode-html.ts';
import { type FetchedIcon, fetchIcon } from '#functions/page-details/fetch-icon.ts';
import {
  fetchPublic,
  type FetcherOptions,
  type ExpectedContent,
} from '#functions/page-details/fetch-public.ts';
import { readPage } from '#functions/page-details/read-page.ts';
import { UnreadablePage } from '#functions/page-details/unreadable-page.ts';
import type { Log, PageJob, Services } from '#functions/services/services.ts';

const PAGE: ExpectedContent = {
  accept: 'text/html,application/xhtml+xml',
  type: /^(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i,
  maxBytes: 1024 * 1024,
};

const jobSchema = z.object({ uid: z.string().check(z.minLength(1)), link_id: z.int(), url: z.string() });

/**
 * Reads the page of a link and stores its title and icon. Keeps a name that the user has entered since. Throws if a retry may
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
      // If the url has changed, another task reads the new page.
      if (link === null || link.url !== url) return 'done';
      const isNew = stored !== null && stored.key !== link.favicon_key;
      if (isNew && (await transaction.isImageBeingDeleted(stored.key))) return 'icon is being deleted';
      const hasPlaceholder = link.name === placeholderName(url) && details.title !== '';
      transaction.change(LINKS, link, {
        ...(hasPlaceholder ? { name: details.title, page_title: details.title } : {}),
        // Only the url of a stored icon. Any other url could lead anywhere, and browsers would load it.
        favicon_url: stored?.url ?? '',
        // Without a new icon, keeps the icon of an earlier page of the same site.
        favicon_key: stored?.key ?? link.favicon_key,
      });
      return 'done';
    });
  const outcome = await fillIn(await storeIcon(icon, false, services, uid));
  // Another link has just lost this icon, and its image is being deleted. So this link gets a copy with a fresh key.
  if (outcome === 'icon is being deleted') await fillIn(await storeIcon(icon, true, services, uid));
}

type Outcome = 'done' | 'icon is being deleted';

interface StoredIcon {
  readonly url: string;
  /** The key in the image store. */
  readonly key: string;
}

async function detailsOf(url: string, options: FetcherOptions, log: Log) {
  try {
    const page = await fetchPublic(url, PAGE, options);
    return readPage(decodeHtml(page.bytes, page.contentType), page.url);
  } catch (error) {
    if (!(error instanceof UnreadablePage)) {
      // Messages of network errors contain hostnames, which must reach neither the log nor the queue.
      // oxlint-disable-next-line eslint/preserve-caught-error -- the cause contains the hostname
      throw new Error(`The page could not be read now: ${codeOf(error)}`);
    }
    log.info('the page is unreadable', { reason: error.message });
    return null;
  }
}

/** Returns null if the page has no usable icon or there is no image store. */
async function iconOf(
  icons: readonly string[],
  { imageStore }: Pick<Services, 'imageStore'>,
  options: FetcherOptions,
): Promise<FetchedIcon | null> {
  return (await imageStore()) === null ? null : fetchIcon(icons, options);
}

/** Stores the icon. Returns null if that fails, because the title does not depend on it. */
async function storeIcon(
  icon: FetchedIcon | null,
  isFresh: boolean,
  { imageStore, log }: Pick<Services, 'imageStore' | 'log'>,
  uid: string,
): Promise<StoredIcon | null> {
  try {
    const store = await imageStore();
    if (store === null || icon === null) return null;
    return { url: icon.url, key: await store.storeIcon(uid, icon.image, isFresh) };
  } catch (error) {
    log.warn('an icon could not be stored', {
      error: error instanceof Error ? error.message : String(error),
    });
    return null;
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
