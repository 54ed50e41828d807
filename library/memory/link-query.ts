import type { LinkRecord } from '#library/entities/records.ts';

import type { LinkSorting } from '#library/order/link-sorting.ts';

import type { Key } from './keys.ts';

/** A search, for the lists of links. Queries with the same id have the same results. */
export type LinkQuery = StatusQuery | SplitQuery;

/** A search in the trash only, or outside of it only. */
export interface StatusQuery {
  readonly id: string;
  readonly ranking: LinkRanking;
  readonly byStatus: null;
  /** Whether the search is in the trash only. */
  readonly isTrash: boolean;
  /** Whether a link is a result. Does not check the status of the link. */
  readonly matches: (key: Key, link: LinkRecord) => boolean;
  /** The results among links with the right status, in the same order. */
  readonly filter: (keys: readonly Key[]) => readonly Key[];
  /** Whether each result is also a result of the other query. Then the other query's results are the candidates. */
  readonly narrows: (other: StatusQuery) => boolean;
}

/** Searches the trash and the other links with one query each. */
interface SplitQuery {
  readonly id: string;
  readonly ranking: LinkRanking;
  readonly byStatus: { readonly active: StatusQuery; readonly trashed: StatusQuery };
}

/** Sorts the results of a query by how well they match. Equally good ones stay in the order of their urls. */
export interface LinkRanking {
  readonly sorting: LinkSorting;
  /** Sorts results that are already sorted by url. */
  readonly sorted: (keys: readonly Key[]) => readonly Key[];
}
