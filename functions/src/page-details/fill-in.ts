import { placeholderName } from '@foldmark/contract/link-url';
import * as z from 'zod/mini';

import { LINKS } from '#functions/library/collections.ts';
import { decodeHtml } from '#functions/page-details/decode-html.ts';
import { type FetchedIcon, fetchIcon } from '#functions/page-details/fetch-icon.ts';
import { fetchPublic, type FetcherOptions, type Wanted } from '#functions/page-details/fetch-public.ts';
import { readPage } from '#functions/page-details/read-page.ts';
import { Refused } from '#functions/page-details/refused.ts';
import type { Log, PageJob, Services } from '#functions/services/services.ts';

const PAGE: Wanted = {
  accept: 'text/html,application/xhtml+xml',
  type: /^(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i,
  maxBytes: 1024 * 1024,
};

const jobSchema = z.object({ uid: z.string().check(z.minLength(1)), link_id: z.int(), url: z.string() });

/**
 * Fills in what the page of a link says about itself. Whatever the user has written meanwhile stays. Throws where another
 * try may help; the queue then calls again.
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
  const fillIn = async (kept: StoredIcon | null): Promise<Outcome> =>
    library.transaction(async (transaction) => {
      const link = await transaction.get(LINKS, { link_id });
      // A link that was given another url has a job of its own.
      if (link === null || link.url !== url) return 'done';
      const isNew = kept !== null && kept.key !== link.favicon_key;
      if (isNew && (await transaction.isImageBeingDeleted(kept.key))) return 'icon is going';
      const untouched = link.name === placeholderName(url) && details.title !== '';
      transaction.change(LINKS, link, {
        name: untouched ? details.title : link.name,
        // The address of what is kept, and of nothing else: it may lead anywhere, and browsers would follow it.
        favicon_url: kept?.url ?? '',
        // Where none could be kept now, one of an earlier page of the same site is as good.
        favicon_key: kept?.key ?? link.favicon_key,
      });
      return 'done';
    });
  const outcome = await fillIn(await storeIcon(icon, false, services, uid));
  // The last link with this icon was deleted just now, and the icon with it: this link gets one at another address.
  if (outcome === 'icon is going') await fillIn(await storeIcon(icon, true, services, uid));
}

type Outcome = 'done' | 'icon is going';

interface StoredIcon {
  readonly url: string;
  /** In the store. */
  readonly key: string;
}

async function detailsOf(url: string, options: FetcherOptions, log: Log) {
  try {
    const page = await fetchPublic(url, PAGE, options);
    return readPage(decodeHtml(page.bytes, page.contentType), page.url);
  } catch (error) {
    // Neither the log nor the queue is to learn where people go: messages of the network name hosts.
    // oxlint-disable-next-line eslint/preserve-caught-error -- the cause is just what must not be logged
    if (!(error instanceof Refused)) throw new Error(`The page could not be read now: ${codeOf(error)}`);
    log.info('a page gives no details', { reason: error.message });
    return null;
  }
}

/** Null where there is none to keep or nowhere to keep it. */
async function iconOf(
  icons: readonly string[],
  { imageStore }: Pick<Services, 'imageStore'>,
  options: FetcherOptions,
): Promise<FetchedIcon | null> {
  return (await imageStore()) === null ? null : fetchIcon(icons, options);
}

/** Where the icon is now. Null where it could not be kept: a title does not wait for that. */
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
    log.warn('an icon could not be kept', { error: error instanceof Error ? error.message : String(error) });
    return null;
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
