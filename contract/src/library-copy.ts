import { LIBRARY_COLLECTIONS, type LibraryCollection } from '@foldmark/library/entities/collections';
import type { DocumentVersion } from '@foldmark/library/entities/records';

import type { LibraryChanges } from './answers.ts';
import { versionOf } from './library-chunks.ts';

type Versions = { readonly [C in LibraryCollection]: Map<string, DocumentVersion<C>> };

/** Calls `/library/changes/`. */
export type CallChanges = (input: { readonly since?: string }) => Promise<LibraryChanges>;

/** What a pull has brought. */
export interface Pulled {
  /** True if the copy was replaced by the whole library. */
  readonly isWhole: boolean;
  /** The new versions by id, those of deleted documents too. */
  readonly versions: Versions;
}

/** A copy of a library, which an app keeps by `/library/changes/`: the live documents of each collection by id. */
export class LibraryCopy {
  #versions = noVersions();
  #since: string | null = null;

  /** Null before the first pull. */
  get since(): string | null {
    return this.#since;
  }

  get versions(): Versions {
    return this.#versions;
  }

  /** Brings the copy up to date. If a call fails, the copy stays as it is. Do not pull again before it has ended. */
  async pull(call: CallChanges): Promise<Pulled> {
    let since = this.#since;
    let isWhole = false;
    let versions = noVersions();
    for (let more = true; more;) {
      const answer = await call(since === null ? {} : { since });
      if (answer.more && answer.since === since) throw new Error('The server gives the same page again.');
      if (answer.restart) {
        isWhole = true;
        versions = noVersions();
      }
      for (const collection of LIBRARY_COLLECTIONS) addRows(versions, collection, answer.rows[collection]);
      ({ more, since } = answer);
    }
    this.#since = since;
    if (isWhole) this.#versions = noVersions();
    for (const collection of LIBRARY_COLLECTIONS) keepNewer(this.#versions, collection, versions);
    return { isWhole, versions };
  }
}

function noVersions(): Versions {
  return { links: new Map(), folders: new Map(), folder_links: new Map(), favorites: new Map() };
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- C ties the versions to their collection
function addRows<C extends LibraryCollection>(
  versions: Versions,
  collection: C,
  rows: readonly (readonly unknown[])[],
): void {
  for (const row of rows) {
    const version = versionOf(collection, row);
    const known = versions[collection].get(version.id);
    // A page of the stored snapshot can come after a newer version.
    if (known === undefined || known.at <= version.at) versions[collection].set(version.id, version);
  }
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- C ties the versions to their collection
function keepNewer<C extends LibraryCollection>(kept: Versions, collection: C, newer: Versions): void {
  for (const [id, version] of newer[collection]) {
    const known = kept[collection].get(id);
    if (known !== undefined && known.at > version.at) continue;
    if (version.record === null) kept[collection].delete(id);
    else kept[collection].set(id, version);
  }
}
