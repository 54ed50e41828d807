import { setTimeout as pauseFor } from 'node:timers/promises';

import { domainOf } from '@foldmark/library/entities/link-url';
import * as z from 'zod/mini';

import { errorFields } from '#functions/errors/error-fields.ts';
import {
  awaitedIcons,
  continueIcons,
  countFailedTry,
  type ExpectedIcons,
  expectedIcons,
} from '#functions/imports/icon-step.ts';
import { collectSites, type ImportSite, rootOf, sitesSchema } from '#functions/imports/import-sites.ts';
import { paceOf } from '#functions/jobs/pace.ts';
import { chunksOf } from '#functions/store/chunks.ts';
import { LINKS, type ServerLink } from '#functions/store/collections.ts';
import type { Library, LibraryTransaction } from '#functions/store/library.ts';
import { type IconStep, iconStepSchema } from '#functions/store/steps.ts';
import type { FetchedIcon } from '#functions/page-details/fetch-icon.ts';
import type { FetcherOptions } from '#functions/page-details/fetch-public.ts';
import { fillIn } from '#functions/page-details/fill-in.ts';
import { detailsOf, iconOf, type StoredIcon, storeIcon } from '#functions/page-details/page-icon.ts';
import type { Services } from '#functions/services/services.ts';

/** The shortest time for each site or page, to limit the rate. */
const SITE_MS = 500;
/** The shortest time between two pages of one site. */
const SAME_SITE_MS = 2000;
const LINKS_AT_ONCE = 400;

type Needs = Pick<Services, 'fetchIconLater' | 'imageStore' | 'library' | 'log' | 'now' | 'shrinkPicture'>;
type Pause = (milliseconds: number) => Promise<unknown>;

/** The next step, and the shortest time of this one. */
interface Worked {
  readonly next: IconStep | null;
  readonly leastMs: number;
}

/**
 * Fetches the icon of one site for the links that an import created, or the picture of one link, and queues the task of the
 * next. Safe to repeat: a link that has an icon keeps it. If it throws, the queue retries. A site whose task keeps failing is skipped.
 */
export async function fetchIconOfTask(
  task: unknown,
  services: Needs,
  options: FetcherOptions,
  pause: Pause = pauseFor,
): Promise<void> {
  const step = z.parse(iconStepSchema, task);
  const begin = services.now().getTime();
  const library = await services.library(step.uid);
  const work = async (): Promise<Worked> =>
    step.list < 0
      ? { next: await collectSites(library, step), leastMs: SITE_MS }
      : new SiteTask({ step, services, options, pause, library }).run();
  const { next, leastMs } = await work().catch(async (error: unknown) => {
    const skipped = await library.transaction(async (transaction) => countFailedTry(transaction, step));
    if (skipped === null) throw error;
    services.log.error('a site of an import was skipped', { ...errorFields(error) });
    return { next: skipped.next, leastMs: SITE_MS };
  });
  if (next === null) return;
  await pause(Math.max(0, leastMs - (services.now().getTime() - begin)));
  await services.fetchIconLater(next);
}

interface SiteTaskDeps {
  readonly step: IconStep;
  readonly services: Needs;
  readonly options: FetcherOptions;
  readonly pause: Pause;
  readonly library: Library;
}

class SiteTask {
  readonly #deps: SiteTaskDeps;

  constructor(deps: SiteTaskDeps) {
    this.#deps = deps;
  }

  async run(): Promise<Worked> {
    const { step, library } = this.#deps;
    const begun = await library.transaction(async (transaction) => this.#begin(transaction));
    if (begun === null) return { next: null, leastMs: 0 };
    if ('stalled' in begun) return { next: begun.stalled, leastMs: SITE_MS };
    const [site, following] = begun.sites.slice(step.entry, step.entry + 2);
    if (begun.icons.pages !== true || site === undefined) {
      if (site !== undefined) await this.#giveIcon(site);
      return { next: await this.#continue(site, following), leastMs: SITE_MS };
    }
    const isRead = await this.#fillIn(site);
    const isSameSite = domainOf(site.url) === domainOf(following?.url ?? '');
    const pageMs = isSameSite ? SAME_SITE_MS : SITE_MS;
    return { next: await this.#continue(site, following), leastMs: isRead ? pageMs : 0 };
  }

  async #continue(site: ImportSite | undefined, following: ImportSite | undefined): Promise<IconStep | null> {
    const { step, library } = this.#deps;
    return library.transaction(async (transaction) => {
      const expected = await awaitedIcons(transaction, step);
      if (expected === null) return null;
      const { domains, done: before } = expected.icons;
      // A list without a first entry has expired. A missing later entry was the last one, and was skipped.
      const hasExpired = site === undefined && step.entry === 0;
      const done = hasExpired ? domains : before + (site === undefined || site.more === true ? 0 : 1);
      const next =
        following === undefined
          ? { list: step.list + 1, entry: 0 }
          : { list: step.list, entry: step.entry + 1 };
      return continueIcons(transaction, step, expected, {
        domains,
        done,
        next: done < domains ? next : null,
      });
    });
  }

  /** Returns the entry of the list, or nothing if the list has expired. */
  async #begin(
    transaction: LibraryTransaction,
  ): Promise<
    (ExpectedIcons & { readonly sites: readonly ImportSite[] }) | { readonly stalled: IconStep } | null
  > {
    const { step } = this.#deps;
    const expected = await expectedIcons(transaction, step);
    if (expected === null || 'stalled' in expected) return expected;
    const sites = await transaction.imports.sites(step.action_id, step.list);
    return { ...expected, sites: sites === null ? [] : z.parse(sitesSchema, JSON.parse(sites)) };
  }

  /** Stores what the page of a link says. Returns false if the page need not be read. */
  async #fillIn({ url, link_ids: [link_id = 0] }: ImportSite): Promise<boolean> {
    const { step, services, options, library } = this.#deps;
    const link = await library.transaction(async (transaction) => transaction.get(LINKS, { link_id }));
    if (link?.url !== url || (link.picture_s3_key !== '' && link.description !== '')) return false;
    // If the site is down, the user can ask again.
    const details = await detailsOf(url, options, services.log).catch(() => null);
    if (details !== null) await fillIn({ uid: step.uid, link_id, url }, details, services, options);
    return true;
  }

  async #giveIcon(site: ImportSite): Promise<void> {
    const { services, library, step } = this.#deps;
    if (!(await this.#hasLinkWithoutIcon(site))) return;
    if (site.like !== undefined) {
      const { like } = site;
      const icon = await library.transaction(async (transaction) =>
        iconAmong(await linksOf(transaction, like), site),
      );
      if (icon !== null) await this.#store(site, icon);
      return;
    }
    const fetched = await this.#fetch(site.url);
    const icon = await storeIcon(fetched, false, services, step.uid);
    if (icon === null || (await this.#store(site, icon)) === 'done') return;
    // The last other link with this icon has just lost it, and the image is being deleted. So these links get a copy.
    const copy = await storeIcon(fetched, true, services, step.uid);
    if (copy !== null) await this.#store(site, copy);
  }

  async #hasLinkWithoutIcon(site: ImportSite): Promise<boolean> {
    for (const some of chunksOf(site.link_ids, LINKS_AT_ONCE)) {
      const links = await this.#deps.library.transaction(async (transaction) => linksOf(transaction, some));
      if (links.some((link) => needsIcon(link, site))) return true;
    }
    return false;
  }

  /** A dead link can belong to a live site, so the start page is tried too. */
  async #fetch(url: string): Promise<FetchedIcon | null> {
    const { services, options } = this.#deps;
    const root = rootOf(url);
    try {
      const details =
        (await detailsOf(url, options, services.log)) ??
        (url === root ? null : await detailsOf(root, options, services.log));
      return await iconOf(details?.icons ?? [new URL('/favicon.ico', root).href], services, options);
    } catch {
      // The site is down. The user can ask again.
      return null;
    }
  }

  async #store(site: ImportSite, icon: StoredIcon): Promise<'done' | 'icon is being deleted'> {
    const { library, step, services, pause } = this.#deps;
    for (const some of chunksOf(site.link_ids, LINKS_AT_ONCE)) {
      const begin = services.now().getTime();
      const written = await library.transaction(async (transaction) => {
        if ((await awaitedIcons(transaction, step)) === null) return 0;
        const links = (await linksOf(transaction, some)).filter((link) => needsIcon(link, site));
        if (links.length > 0 && (await transaction.isImageBeingDeleted(icon.key))) return null;
        // Changes only the icons, and keeps the names.
        const fields = { favicon_key: icon.key, favicon_url: icon.url };
        for (const link of links) transaction.change(LINKS, link, fields);
        return links.length;
      });
      if (written === null) return 'icon is being deleted';
      if (site.link_ids.length > LINKS_AT_ONCE)
        await pause(paceOf(written, services.now().getTime() - begin));
    }
    return 'done';
  }
}

async function linksOf(transaction: LibraryTransaction, ids: readonly number[]): Promise<ServerLink[]> {
  const found = await Promise.all(ids.map(async (link_id) => transaction.get(LINKS, { link_id })));
  return found.filter((link) => link !== null);
}

function isOf({ url }: ServerLink, site: ImportSite): boolean {
  return domainOf(url) === domainOf(site.url);
}

function needsIcon(link: ServerLink, site: ImportSite): boolean {
  return link.favicon_key === '' && isOf(link, site);
}

function iconAmong(links: readonly ServerLink[], site: ImportSite): StoredIcon | null {
  const link = links.find((one) => one.favicon_key !== '' && isOf(one, site));
  return link === undefined ? null : { key: link.favicon_key, url: link.favicon_url };
}
