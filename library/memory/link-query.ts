import type { LinkRecord } from '#library/entities/records.ts';

import type { Key } from './keys.ts';

/** A search as the lists of links see it. Queries with the same id find the same links. */
export type LinkQuery = StatusQuery | SplitQuery;

/** Searches either the trash or the links outside of it. */
export interface StatusQuery {
  readonly id: string;
  readonly byStatus: null;
  /** Searches the trash, and only the trash. */
  readonly isTrash: boolean;
  /** Whether a link is a result. The caller checks its status. */
  readonly matches: (key: Key, link: LinkRecord) => boolean;
  /** The results among links of that status, in the same order. */
  readonly filter: (keys: readonly Key[]) => readonly Key[];
  /** Whether each result is also a result of the other query, whose results then are the candidates. */
  readonly narrows: (other: StatusQuery) => boolean;
}

/** Searches the trash and the other links, each with a query of its own. */
interface SplitQuery {
  readonly id: string;
  readonly byStatus: { readonly active: StatusQuery; readonly trashed: StatusQuery };
}
