import type { ImportLink } from '@foldmark/contract/imports';
import { sameKey } from '@foldmark/library/duplicates/link-identity';

import { statusOf } from '#functions/imports/status.ts';
import { digestOf } from '#functions/store/digest.ts';
import type { LinkUrl } from '#functions/store/library.ts';

/** Longer keys are stored as a digest, so that 200,000 long urls need little memory. */
const KEY_MAX_LENGTH = 64;

/**
 * The keys that identify a link, so that the import need not stay in memory. Null for an entry that continues the previous one.
 */
export type LinkKeys = { readonly exact: string; readonly same: string } | null;

export function keysOf(link: ImportLink): LinkKeys {
  return link.continues === true ? null : keysOfUrl(link.url, statusOf(link));
}

function keysOfUrl(url: string, status: number): NonNullable<LinkKeys> {
  return { exact: short(`${status} ${url}`), same: short(`${status} ${sameKey(url)}`) };
}

function short(key: string): string {
  return key.length <= KEY_MAX_LENGTH ? key : digestOf(key);
}

/** Matches the links of an import with those of the library. Matches each link of the library at most once. */
export class LinkMatcher {
  readonly #links: { readonly id: number; readonly keys: NonNullable<LinkKeys> }[] = [];

  add({ link_id, url, status_id }: LinkUrl): void {
    this.#links.push({ id: link_id, keys: keysOfUrl(url, status_id) });
  }

  /**
   * Returns null for a link to create. Equal urls are matched first, so that another spelling does not take their place. Other
   * spellings are matched from the last entry to the first. So the links to create are the first ones with their url. They match
   * themselves when the user imports the same file again.
   */
  match(entries: readonly LinkKeys[]): (number | null)[] {
    this.#links.sort((a, b) => b.id - a.id);
    const taken = new Set<number>();
    const ids: (number | null)[] = entries.map(() => null);
    for (const kind of ['exact', 'same'] as const) {
      const byKey = this.#byKey(kind, taken);
      const indexes = [...entries.keys()];
      for (const index of kind === 'exact' ? indexes : indexes.toReversed()) {
        const keys = entries[index] ?? null;
        if (keys === null || ids[index] !== null) continue;
        const id = byKey.get(keys[kind])?.pop();
        if (id === undefined) continue;
        ids[index] = id;
        taken.add(id);
      }
    }
    return ids;
  }

  #byKey(kind: 'exact' | 'same', taken: ReadonlySet<number>): Map<string, number[]> {
    const byKey = new Map<string, number[]>();
    for (const { id, keys } of this.#links) {
      if (taken.has(id)) continue;
      const found = byKey.get(keys[kind]);
      if (found === undefined) byKey.set(keys[kind], [id]);
      else found.push(id);
    }
    return byKey;
  }
}
