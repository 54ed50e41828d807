import { kindsOfDifferences, likelyKey, sameKey } from './link-identity.ts';
import { compareText } from '#library/order/order.ts';

import type { Key } from '#library/memory/keys.ts';
import type { Library } from '#library/memory/library.ts';

export type DuplicateLevel = 'same' | 'likely';

/** Active links that are probably duplicates, sorted by url. */
export interface DuplicateGroup {
  readonly id: string;
  /** `same` if the urls of all links differ at most in spelling. */
  readonly level: DuplicateLevel;
  readonly links: readonly Key[];
  /**
   * The sets of links whose urls differ at most in spelling. They can be merged without a review. Leaves out sets with a
   * dismissed pair.
   */
  readonly sameSets: readonly (readonly Key[])[];
  /** What the urls differ in, such as 'http and https'. Empty if they differ only in spelling. */
  readonly kinds: readonly string[];
  /** The url of the first link. */
  readonly url: string;
}

const NO_SETS: readonly (readonly Key[])[] = [];
const NO_KINDS: readonly string[] = [];

type Source = Pick<Library, 'link' | 'keyOf'>;

/** The groups among links whose urls have the same hash. */
export function groupLinks(keys: readonly Key[], source: Source): readonly DuplicateGroup[] {
  return [...partition(keys, source, likelyKey).values()]
    .flatMap((links) => withoutDismissed(links, source))
    .flatMap((links) => groupOf(links, source));
}

export function compareGroups(left: DuplicateGroup, right: DuplicateGroup): number {
  if (left.level !== right.level) return left.level === 'same' ? -1 : 1;
  return compareText(left.url, right.url) || compareText(left.id, right.id);
}

/** The links that the user has marked as no duplicates of a link. */
function dismissedOf(key: Key, source: Source): readonly Key[] {
  const ids = source.link(key)?.distinct_from ?? [];
  return ids.map((id) => source.keyOf('link', id));
}

function groupOf(keys: readonly Key[], source: Source): readonly DuplicateGroup[] {
  if (keys.length < 2) return [];
  const urls = new Map(keys.map((key) => [key, source.link(key)?.url ?? '']));
  const links = keys.toSorted(
    (left, right) => compareText(urls.get(left) ?? '', urls.get(right) ?? '') || left - right,
  );
  const sets = [...partition(links, source, sameKey).values()];
  const sameSets = sets.filter((set) => set.length > 1 && !hasDismissedPair(set, source));
  const [first = 0] = links;
  return [
    {
      id: String(links.reduce((lowest, key) => Math.min(lowest, key), first)),
      level: sets.length === 1 ? 'same' : 'likely',
      links,
      sameSets: sameSets.length === 0 ? NO_SETS : sameSets,
      kinds: sets.length === 1 ? NO_KINDS : kindsOfDifferences(links.map((key) => urls.get(key) ?? '')),
      url: urls.get(first) ?? '',
    },
  ];
}

function partition(
  keys: readonly Key[],
  source: Source,
  keyOf: (url: string) => string,
): ReadonlyMap<string, readonly Key[]> {
  return Map.groupBy(keys, (key) => keyOf(source.link(key)?.url ?? ''));
}

/** The sets of links that stay connected without the dismissed pairs. */
function withoutDismissed(links: readonly Key[], source: Source): readonly (readonly Key[])[] {
  if (links.length < 2 || !hasDismissedPair(links, source)) return [links];
  const pairs = dismissedPairs(links, source);
  const rest = new Set(links);
  const parts: Key[][] = [];
  for (const first of links) {
    if (!rest.delete(first)) continue;
    const part = [first];
    for (const link of part) {
      const dismissed = pairs.get(link);
      for (const other of rest) {
        if (dismissed?.has(other) === true) continue;
        rest.delete(other);
        part.push(other);
      }
    }
    parts.push(part);
  }
  return parts;
}

/** Has each pair in both directions, although only one of the two links stores it. */
function dismissedPairs(links: readonly Key[], source: Source): ReadonlyMap<Key, ReadonlySet<Key>> {
  const pairs = new Map(links.map((link) => [link, new Set<Key>()]));
  for (const link of links)
    for (const other of dismissedOf(link, source)) {
      pairs.get(link)?.add(other);
      pairs.get(other)?.add(link);
    }
  return pairs;
}

function hasDismissedPair(links: readonly Key[], source: Source): boolean {
  const all = new Set(links);
  return links.some((link) => dismissedOf(link, source).some((other) => all.has(other)));
}
