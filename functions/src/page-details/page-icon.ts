import { codeOf, messageOf } from '#functions/errors/error-fields.ts';
import { decodeHtml } from '#functions/page-details/decode-html.ts';
import { type FetchedIcon, fetchIcon } from '#functions/page-details/fetch-icon.ts';
import {
  fetchPublic,
  type FetcherOptions,
  type ExpectedContent,
} from '#functions/page-details/fetch-public.ts';
import { type PageDetails, readPage } from '#functions/page-details/read-page.ts';
import { UnreadablePage } from '#functions/page-details/unreadable-page.ts';
import type { Log, Services } from '#functions/services/services.ts';

const PAGE: ExpectedContent = {
  accept: 'text/html,application/xhtml+xml',
  type: /^(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i,
  maxBytes: 1024 * 1024,
};

export interface StoredIcon {
  readonly url: string;
  /** The key in the image store. */
  readonly key: string;
}

/** Reads a page. Returns null if it is unreadable, and throws if a retry may help. */
export async function detailsOf(url: string, options: FetcherOptions, log: Log): Promise<PageDetails | null> {
  try {
    const page = await fetchPublic(url, PAGE, options);
    return readPage(decodeHtml(page.bytes, page.contentType), page.url);
  } catch (error) {
    if (!(error instanceof UnreadablePage)) {
      // Messages of network errors contain hostnames, which must reach neither the log nor the queue.
      const code = codeOf(error) ?? (error instanceof Error ? error.name : 'unknown');
      // oxlint-disable-next-line eslint/preserve-caught-error -- the cause contains the hostname
      throw new Error(`The page could not be read now: ${code}`);
    }
    log.info('the page is unreadable', { reason: error.message });
    return null;
  }
}

/** Returns null if the page has no usable icon, or if there is no image store. */
export async function iconOf(
  icons: readonly string[],
  { imageStore }: Pick<Services, 'imageStore'>,
  options: FetcherOptions,
): Promise<FetchedIcon | null> {
  return (await imageStore()) === null ? null : fetchIcon(icons, options);
}

/** Stores the icon. Returns null if that fails, because a link needs no icon. */
export async function storeIcon(
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
    log.warn('an icon could not be stored', { error: messageOf(error) });
    return null;
  }
}
