import { documentsIn, type ReadDocument } from '#web/sync/rest/rest-document.ts';
import { Refused, type RestAccess, runQuery } from '#web/sync/rest/run-query.ts';

export type ReadAll = (collectionPath: string) => Promise<readonly ReadDocument[]>;

const IS_LIVE = {
  fieldFilter: { field: { fieldPath: 'deleted' }, op: 'EQUAL', value: { booleanValue: false } },
} as const;

/** Resolves with null if the user is signed out. `fresh` requests a new token. */
export type Access = (options: { readonly fresh: boolean }) => Promise<RestAccess | null>;

/** Reads a whole collection without its tombstones. Asks with a new token after the server has refused one. */
export function readerOf(access: Access): ReadAll {
  let isRefused = false;
  return async (collectionPath) => {
    const asUser = await access({ fresh: isRefused });
    if (asUser === null) throw new Error('The user is signed out.');
    const cut = collectionPath.lastIndexOf('/');
    const response = await runQuery(asUser, collectionPath.slice(0, cut), {
      from: [{ collectionId: collectionPath.slice(cut + 1) }],
      where: IS_LIVE,
    }).catch((error: unknown) => {
      isRefused = error instanceof Refused && error.status === 401;
      throw error;
    });
    isRefused = false;
    return documentsIn(await response.json());
  };
}
