import { sameKey } from '@foldmark/contract/link-identity';

import type { FileLink } from './library-file.ts';

/** Counts the links of a file that the library has already, as the server matches them. */
export class KnownLinks {
  /** How many links of the file wait for a link of the library with this key. */
  readonly #waiting = new Map<string, number>();
  #count = 0;

  constructor(links: readonly FileLink[]) {
    for (const { url, trashed = false } of links) {
      const key = keyOf(url, trashed);
      this.#waiting.set(key, (this.#waiting.get(key) ?? 0) + 1);
    }
  }

  /** Adds links of the library. A link in the trash matches only one that is in the trash of the file. */
  add(urls: readonly string[], areTrashed: boolean): number {
    for (const url of urls) {
      const key = keyOf(url, areTrashed);
      const waiting = this.#waiting.get(key) ?? 0;
      if (waiting === 0) continue;
      this.#waiting.set(key, waiting - 1);
      this.#count += 1;
    }
    return this.#count;
  }
}

function keyOf(url: string, isTrashed: boolean): string {
  return `${isTrashed ? 'trashed' : 'active'} ${sameKey(url)}`;
}
