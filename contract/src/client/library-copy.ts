import { LIBRARY_COLLECTIONS, type LibraryCollection } from '@foldmark/library/entities/collections';
import type { DocumentVersion } from '@foldmark/library/entities/records';

import type { LibraryChanges } from '../answers.ts';
import { versionOf } from '../library-chunks.ts';

type Versions = { readonly [C in LibraryCollection]: Map<string, DocumentVersion<C>> };

/** Calls `/library/changes/`. */
export type CallChanges = (input: { readonly since?: string }) => Promise<LibraryChanges>;

/** A page of `/library/changes/`. */
export interface CopyPage {
  /** True if this is the first page of the whole library. The copy so far ends with the last page. */
  readonly isRestart: boolean;
  /** The newest version of each document of the page by id, those of deleted documents too. */
  readonly versions: Versions;
  /** The cursor after this page. */
  readonly since: string;
  /** True if this page completes the copy. */
  readonly isLast: boolean;
}

/** The pages after a cursor, or of the whole library. Ask for the next page when this one is stored. */
export async function* pagesAfter(call: CallChanges, cursor: string | null): AsyncGenerator<CopyPage, void> {
  let since = cursor;
  for (let isLast = false; !isLast;) {
    const answer = await call(since === null ? {} : { since });
    if (answer.more && answer.since === since) throw new Error('The server gives the same page again.');
    const versions = noVersions();
    for (const collection of LIBRARY_COLLECTIONS) addRows(versions, collection, answer.rows[collection]);
    isLast = !answer.more;
    ({ since } = answer);
    yield { isRestart: answer.restart, versions, since, isLast };
  }
}

/** What a pull has brought. */
export interface Pulled {
  /** True if the copy was replaced by the whole library. */
  readonly isWhole: boolean;
  /** The new versions by id, those of deleted documents too. */
  readonly versions: Versions;
}

/** A copy of a library in memory: the live documents of each collection by id. */
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
    for await (const page of pagesAfter(call, since)) {
      if (page.isRestart) {
        isWhole = true;
        versions = noVersions();
      }
      // A page of the stored snapshot can come after a newer version.
      for (const collection of LIBRARY_COLLECTIONS) addNewer(versions, collection, page.versions);
      ({ since } = page);
    }
    this.#since = since;
    if (isWhole) this.#versions = noVersions();
    for (const collection of LIBRARY_COLLECTIONS) {
      addNewer(this.#versions, collection, versions);
      for (const [id, { record }] of versions[collection])
        if (record === null && this.#versions[collection].get(id)?.record === null)
          this.#versions[collection].delete(id);
    }
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
    addVersion<C>(versions[collection], version);
  }
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- C ties the versions to their collection
function addNewer<C extends LibraryCollection>(kept: Versions, collection: C, newer: Versions): void {
  for (const version of newer[collection].values()) addVersion<C>(kept[collection], version);
}

function addVersion<C extends LibraryCollection>(
  kept: Map<string, DocumentVersion<C>>,
  version: DocumentVersion<C>,
): void {
  const known = kept.get(version.id);
  if (known === undefined || known.at <= version.at) kept.set(version.id, version);
}
