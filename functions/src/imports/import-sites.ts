import { domainOf } from '@foldmark/library/entities/link-url';
import * as z from 'zod/mini';

import {
  awaitedIcons,
  continueIcons,
  type ExpectedIcons,
  expectedIcons,
} from '#functions/imports/icon-step.ts';
import { placesOf } from '#functions/imports/part-counts.ts';
import { PartMissing, readParts } from '#functions/imports/part-reader.ts';
import type { Library } from '#functions/store/library.ts';
import type { IconStep } from '#functions/store/steps.ts';

const WEB = /^https?:/i;
/** A longer url is replaced by the root of its site, because a list is one document. */
const PAGE_MAX_LENGTH = 2048;
/** The pages after this many characters of urls are not read, because the urls are in memory together. */
const PAGES_MAX_LENGTH = 50_000_000;
/** The most links that one task gives an icon. A larger site has several entries. */
const LINKS_MAX = 1000;
/** How many links of a site's first entry are stored, so that later entries can copy their icon. */
const FIRST_LINKS = 5;
const LIST_MAX_LENGTH = 400_000;

const siteSchema = z.object({
  /** The page to read. */
  url: z.string(),
  link_ids: z.array(z.int()),
  /** Some links of the first entry of the same site, which have its icon. */
  like: z.optional(z.array(z.int())),
  /** Set if the next entry is for the same site. */
  more: z.optional(z.literal(true)),
});
export type ImportSite = z.infer<typeof siteSchema>;
export const sitesSchema = z.array(siteSchema);

/**
 * Collects the sites or the pages of the links that an import created, in lists. Repeatable until its last transaction. Returns the first
 * step, or null.
 */
export async function collectSites(library: Library, step: IconStep): Promise<IconStep | null> {
  const { action_id } = step;
  const { isOfPages, created } = await readCreated(library, step);
  // The user may have stopped this job and begun the other one.
  const isOther = ({ progress }: Pick<ExpectedIcons, 'progress'>): boolean =>
    (progress.icons?.pages === true) !== isOfPages;
  const entries = isOfPages ? pagesOf(created) : sitesOf(created);
  const lists = listsOf(entries);
  for (const [list, content] of lists.entries()) {
    const isStored = await library.transaction(async (transaction) => {
      const awaited = await awaitedIcons(transaction, step);
      if (awaited === null || isOther(awaited)) return false;
      transaction.imports.putSites(action_id, list, content);
      return true;
    });
    if (!isStored) return null;
  }
  return library.transaction(async (transaction) => {
    const expected = await expectedIcons(transaction, step);
    if (expected === null || 'stalled' in expected) return expected?.stalled ?? null;
    if (isOther(expected)) return null;
    const next = entries.length === 0 ? null : { list: 0, entry: 0 };
    // An entry is the last one of its site, except if more of them follow.
    const domains = entries.filter(({ more }) => more !== true).length;
    return continueIcons(transaction, step, expected, { domains, done: 0, next });
  });
}

type Page = { readonly url: string; readonly link_id: number };

interface Created {
  /** Whether the page of each link is read, and not one of each site. */
  readonly isOfPages: boolean;
  /** The created links with a web address. Empty if the import has expired. */
  readonly created: readonly Page[];
}

async function readCreated(library: Library, { action_id }: IconStep): Promise<Created> {
  const [plan, progress] = await library.transaction(async (transaction) => {
    const [stored, action] = await Promise.all([
      transaction.imports.plan(action_id),
      transaction.action(action_id),
    ]);
    return [stored, action?.import] as const;
  });
  const isOfPages = progress?.icons?.pages === true;
  if (plan?.reserved === undefined) return { isOfPages, created: [] };
  const { handled = 0 } = progress ?? {};
  const first = plan.reserved.link;
  const created: Page[] = [];
  /** One url of each site, because 200,000 long urls fill the memory. */
  const sites = new Map<string, string>();
  let length = 0;
  try {
    const places = placesOf(plan.part_counts);
    for await (const [{ firstLink }, { links, link_ids }] of readParts(library, action_id, places)) {
      for (const [index, { url, continues }] of links.entries()) {
        const link_id = link_ids[index] ?? 0;
        const isCreated =
          link_id >= first && link_id < first + plan.announced.links && firstLink + index < handled;
        const domain = domainOf(url);
        if (!isCreated || continues === true || !WEB.test(url) || domain === '') continue;
        const page = url.length > PAGE_MAX_LENGTH ? rootOf(url) : url;
        if (!isOfPages) {
          const known = sites.get(domain) ?? page;
          sites.set(domain, known);
          created.push({ url: known, link_id });
        } else if (length + page.length <= PAGES_MAX_LENGTH) {
          length += page.length;
          created.push({ url: page, link_id });
        }
      }
    }
  } catch (error) {
    if (!(error instanceof PartMissing)) throw error;
    return { isOfPages, created: [] };
  }
  return { isOfPages, created };
}

/** One entry for each link. Sites take turns, so that none is read many times in a row. */
function pagesOf(created: readonly Page[]): ImportSite[] {
  const turns = new Map<string, number>();
  return created
    .map(({ url, link_id }) => {
      const domain = domainOf(url);
      const turn = turns.get(domain) ?? 0;
      turns.set(domain, turn + 1);
      return { turn, entry: { url, link_ids: [link_id] } };
    })
    .toSorted((one, other) => one.turn - other.turn)
    .map(({ entry }) => entry);
}

/** The created links, grouped by domain. */
function sitesOf(created: readonly Page[]): ImportSite[] {
  const sites = new Map<string, { readonly url: string; readonly link_ids: number[] }>();
  for (const { url, link_id } of created) {
    const domain = domainOf(url);
    const known = sites.get(domain);
    if (known !== undefined) known.link_ids.push(link_id);
    else sites.set(domain, { url, link_ids: [link_id] });
  }
  return [...sites.values()].flatMap(entriesOf);
}

function entriesOf({ url, link_ids }: Pick<ImportSite, 'url' | 'link_ids'>): ImportSite[] {
  const entries: ImportSite[] = [];
  const like = link_ids.slice(0, FIRST_LINKS);
  for (let from = 0; from < link_ids.length; from += LINKS_MAX) {
    const isLast = from + LINKS_MAX >= link_ids.length;
    entries.push({
      url,
      link_ids: link_ids.slice(from, from + LINKS_MAX),
      ...(from === 0 ? {} : { like }),
      ...(isLast ? {} : { more: true }),
    });
  }
  return entries;
}

/** The entries as JSON lists, each small enough for a document. */
function listsOf(entries: readonly ImportSite[]): string[] {
  const lists: string[][] = [];
  let length = Infinity;
  for (const entry of entries) {
    const text = JSON.stringify(entry);
    const own = Buffer.byteLength(text) + 1;
    if (length + own > LIST_MAX_LENGTH) {
      lists.push([]);
      length = 0;
    }
    lists.at(-1)?.push(text);
    length += own;
  }
  return lists.map((texts) => `[${texts.join(',')}]`);
}

/** The start page of a site. */
export function rootOf(url: string): string {
  return new URL('/', url).href;
}
