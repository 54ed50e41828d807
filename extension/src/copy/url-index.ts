import { likelyKey } from '@foldmark/library/duplicates/link-identity';
import { hashOf } from '@foldmark/library/duplicates/link-table';

/** The links by the hash of their url's likely key, sorted by hash. A hash only finds candidates. */
export interface UrlIndex {
  readonly hashes: Int32Array;
  readonly links: Int32Array;
}

export const EMPTY_INDEX: UrlIndex = { hashes: new Int32Array(), links: new Int32Array() };

export function urlHash(url: string): number {
  return hashOf(likelyKey(url));
}

/** The links that may have this url. */
export function linksWith({ hashes, links }: UrlIndex, hash: number): readonly number[] {
  let [from, to] = [0, hashes.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((hashes[middle] ?? 0) < hash) from = middle + 1;
    else to = middle;
  }
  const found: number[] = [];
  for (let at = from; hashes[at] === hash; at += 1) found.push(links[at] ?? 0);
  return found;
}

/** The index after changes of links: the new hash of each, or null if it was deleted. */
export function updatedIndex(index: UrlIndex, changed: ReadonlyMap<number, number | null>): UrlIndex {
  const added = [...changed]
    .flatMap(([link, hash]) => (hash === null ? [] : [{ link, hash }]))
    .sort((one, other) => one.hash - other.hash);
  const hashes = new Int32Array(index.hashes.length + added.length);
  const links = new Int32Array(hashes.length);
  let [length, next] = [0, 0];
  const put = (hash: number, link: number): void => {
    hashes[length] = hash;
    links[length] = link;
    length += 1;
  };
  const putAddedUpTo = (hash: number): void => {
    for (let one = added[next]; one !== undefined && one.hash <= hash; one = added[next]) {
      put(one.hash, one.link);
      next += 1;
    }
  };
  for (let at = 0; at < index.hashes.length; at += 1) {
    const [hash = 0, link = 0] = [index.hashes[at], index.links[at]];
    if (changed.has(link)) continue;
    putAddedUpTo(hash);
    put(hash, link);
  }
  putAddedUpTo(Infinity);
  return { hashes: hashes.slice(0, length), links: links.slice(0, length) };
}

export function isIndex(stored: unknown): stored is UrlIndex {
  return typeof stored === 'object' && stored !== null && 'hashes' in stored && 'links' in stored;
}
