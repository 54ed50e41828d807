import { likelyKey, sameKey } from '@foldmark/library/duplicates/link-identity';

import type { FileLink } from '@foldmark/library/files/library-file';

export interface KnownCounts {
  /** How many links of the file the library already has. */
  readonly known: number;
  /** How many of the other links are probably duplicates of a link of the library. */
  readonly likely: number;
  /** How many of the remaining links are probably duplicates of another link of the file. */
  readonly likelyInFile: number;
}

/** The links of the file that have the same likely key. */
interface Likely {
  /** How many of these links an import creates. */
  fresh: number;
  isInLibrary: boolean;
}

/**
 * Counts the links of a file that the library already has, as the server matches them. Also counts those that the library
 * probably has.
 */
export class KnownLinks {
  /** Unmatched file links by key. */
  readonly #waiting = new Map<string, number>();
  readonly #likely = new Map<string, Likely>();
  #known = 0;

  constructor(links: readonly FileLink[]) {
    for (const { url, trashed = false } of links) {
      const key = keyOf(url, trashed);
      this.#waiting.set(key, (this.#waiting.get(key) ?? 0) + 1);
      // Links in the trash do not count as duplicates.
      if (trashed) continue;
      const likely = likelyKey(url);
      const group = this.#likely.get(likely);
      if (group === undefined) this.#likely.set(likely, { fresh: 1, isInLibrary: false });
      else group.fresh += 1;
    }
  }

  /** Adds links of the library. A link in the trash matches only one that is in the trash of the file. */
  add(urls: readonly string[], areTrashed: boolean): void {
    for (const url of urls) {
      const group = areTrashed ? undefined : this.#likely.get(likelyKey(url));
      if (group !== undefined) group.isInLibrary = true;
      const key = keyOf(url, areTrashed);
      const waiting = this.#waiting.get(key) ?? 0;
      if (waiting === 0) continue;
      this.#waiting.set(key, waiting - 1);
      this.#known += 1;
      if (group !== undefined) group.fresh -= 1;
    }
  }

  /** The counts for the links added so far. */
  counts(): KnownCounts {
    let [likely, likelyInFile] = [0, 0];
    for (const { fresh, isInLibrary } of this.#likely.values())
      if (isInLibrary) likely += fresh;
      else likelyInFile += Math.max(0, fresh - 1);
    return { known: this.#known, likely, likelyInFile };
  }
}

function keyOf(url: string, isTrashed: boolean): string {
  return `${isTrashed ? 'trashed' : 'active'} ${sameKey(url)}`;
}
