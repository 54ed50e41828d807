import type { LinkRecord } from '@foldmark/contract/library-records';

import type { Key } from '#web/sync/library/keys.ts';

/** A search as the lists of links see it. */
export interface LinkQuery {
  /** Queries with the same id find the same links. */
  readonly id: string;
  /** Searches the trash, and only the trash. */
  readonly isTrash: boolean;
  /** Whether a link is a result. The caller checks its status. */
  readonly matches: (key: Key, link: LinkRecord) => boolean;
  /** The results among links of that status, in the same order. */
  readonly filter: (keys: readonly Key[]) => readonly Key[];
  /** Whether each result is also a result of the other query, whose results then are the candidates. */
  readonly narrows: (other: LinkQuery) => boolean;
}
