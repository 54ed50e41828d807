import type { Favorite } from '@foldmark/library/entities/entities';

import { addFavorite, removeFavorite } from '#functions/changes/relations.ts';
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
      subjectOf(transaction, favorite),
    ]);
    if (existing === null && subject === null) {
      throw new Failure(favorite.object_type === 'link' ? 'noSuchLink' : 'noSuchFolder');
    }
    const isWanted = is_favorite ?? existing === null;
    if (isWanted === (existing !== null)) return;
    await (isWanted ? addFavorite : removeFavorite)(transaction, favorite);
  });
  return minimal ? null : library.list(FAVORITES);
};

async function subjectOf(
  transaction: LibraryTransaction,
  { object_type, object_id }: Favorite,
): Promise<object | null> {
  return object_type === 'link'
    ? transaction.get(LINKS, { link_id: object_id })
    : transaction.get(FOLDERS, { folder_id: object_id });
}
