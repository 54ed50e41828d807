import { documentsIn, type ReadDocument } from '#web/sync/rest/rest-document.ts';
import { type RestAccess, runQuery } from '#web/sync/rest/run-query.ts';

export type ReadAll = (collectionPath: string) => Promise<readonly ReadDocument[]>;

const IS_LIVE = {
  fieldFilter: { field: { fieldPath: 'deleted' }, op: 'EQUAL', value: { booleanValue: false } },
} as const;

/** Reads a whole collection without its tombstones. `access` resolves with null if the user is signed out. */
export function readerOf(access: () => Promise<RestAccess | null>): ReadAll {
  return async (collectionPath) => {
    const asUser = await access();
    if (asUser === null) throw new Error('The user is signed out.');
    const cut = collectionPath.lastIndexOf('/');
    const response = await runQuery(asUser, collectionPath.slice(0, cut), {
      from: [{ collectionId: collectionPath.slice(cut + 1) }],
      where: IS_LIVE,
    });
    return documentsIn(await response.json());
  };
}
