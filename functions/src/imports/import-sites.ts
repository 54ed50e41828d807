import { domainOf } from '@foldmark/library/entities/link-url';
import * as z from 'zod/mini';

import { awaitedIcons, continueIcons, expectedIcons } from '#functions/imports/icon-step.ts';
import { placesOf } from '#functions/imports/part-counts.ts';
import { PartMissing, readParts } from '#functions/imports/part-reader.ts';
import type { Library } from '#functions/store/library.ts';
import type { IconStep } from '#functions/store/steps.ts';

const WEB = /^https?:/i;
/** A longer url is replaced by the root of its site, because a list is one document. */
const PAGE_MAX_LENGTH = 2048;
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
 * Collects the sites of the links that an import created, in lists. Repeatable until its last transaction. Returns the first
 * step, or null.
 */
export async function collectSites(library: Library, step: IconStep): Promise<IconStep | null> {
  const { action_id } = step;
  const sites = await readSites(library, step);
  const lists = listsOf([...sites].flatMap(([, site]) => entriesOf(site)));
  for (const [list, content] of lists.entries()) {
    const isStored = await library.transaction(async (transaction) => {
      if ((await awaitedIcons(transaction, step)) === null) return false;
      transaction.imports.putSites(action_id, list, content);
      return true;
    });
    if (!isStored) return null;
  }
  return library.transaction(async (transaction) => {
    const expected = await expectedIcons(transaction, step);
    if (expected === null || 'stalled' in expected) return expected?.stalled ?? null;
    const next = sites.size === 0 ? null : { list: 0, entry: 0 };
    return continueIcons(transaction, step, expected, { domains: sites.size, done: 0, next });
  });
}

type Site = Pick<ImportSite, 'url' | 'link_ids'>;

/** The created links, grouped by domain. Empty if the import has expired. */
async function readSites(library: Library, { action_id }: IconStep): Promise<ReadonlyMap<string, Site>> {
  const sites = new Map<string, Site>();
  const [plan, handled] = await library.transaction(async (transaction) => {
    const [stored, action] = await Promise.all([
      transaction.imports.plan(action_id),
      transaction.action(action_id),
    ]);
    return [stored, action?.import?.handled ?? 0] as const;
  });
  if (plan?.reserved === undefined) return sites;
  const first = plan.reserved.link;
  try {
    const places = placesOf(plan.part_counts);
    for await (const [{ firstLink }, { links, link_ids }] of readParts(library, action_id, places)) {
      for (const [index, { url, continues }] of links.entries()) {
        const id = link_ids[index] ?? 0;
        const isCreated = id >= first && id < first + plan.announced.links && firstLink + index < handled;
        if (isCreated && continues !== true) addLink(sites, url, id);
      }
    }
  } catch (error) {
    if (!(error instanceof PartMissing)) throw error;
    sites.clear();
  }
  return sites;
}

function addLink(sites: Map<string, Site>, url: string, link_id: number): void {
  const domain = domainOf(url);
  if (!WEB.test(url) || domain === '') return;
  const known = sites.get(domain);
  if (known !== undefined) known.link_ids.push(link_id);
  else sites.set(domain, { url: url.length > PAGE_MAX_LENGTH ? rootOf(url) : url, link_ids: [link_id] });
}

function entriesOf({ url, link_ids }: Site): ImportSite[] {
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
