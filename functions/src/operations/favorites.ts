import type { ObjectKind } from '@foldmark/contract/firestore-paths';

import { Failure } from '#functions/errors/failure.ts';
import { FAVORITES, FOLDERS, LINKS } from '#functions/library/collections.ts';
import type { LibraryTransaction } from '#functions/library/library.ts';
import { requireUserIfEmpty } from '#functions/library/require-user.ts';
import type { Operation } from '#functions/operations/operation.ts';

export const listFavorites: Operation<'/favorites/list/'> = async ({ caller }, services) => {
  const library = await services.library(caller.uid);
  return requireUserIfEmpty(library, await library.list(FAVORITES));
};

export const toggleFavorite: Operation<'/favorites/toggle/'> = async (
  { input: { favorite, is_favorite }, caller, minimal },
  services,
) => {
  const library = await services.library(caller.uid);
  await library.transaction(async (transaction) => {
    const [existing, subject] = await Promise.all([
      transaction.get(FAVORITES, favorite),
      subjectOf(transaction, favorite.object_type, favorite.object_id),
    ]);
    if (existing === null && subject === null) {
      throw new Failure(favorite.object_type === 'link' ? 'noSuchLink' : 'noSuchFolder');
    }
    if (is_favorite === (existing !== null)) return;
    if (existing === null) transaction.put(FAVORITES, favorite);
    else transaction.tombstone(FAVORITES, [existing]);
  });
  return minimal ? null : library.list(FAVORITES);
};

async function subjectOf(
  transaction: LibraryTransaction,
  type: ObjectKind,
  id: number,
): Promise<object | null> {
  return type === 'link'
    ? transaction.get(LINKS, { link_id: id })
    : transaction.get(FOLDERS, { folder_id: id });
}
