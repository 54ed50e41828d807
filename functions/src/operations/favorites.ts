import { load } from '#functions/changes/load.ts';
import { makeOnly } from '#functions/changes/make-changes.ts';
import { Failure } from '#functions/errors/failure.ts';
import { FAVORITES, FOLDERS, LINKS } from '#functions/store/collections.ts';
import { requireUserIfEmpty } from '#functions/store/require-user.ts';
import type { Operation } from '#functions/operations/operation.ts';

export const listFavorites: Operation<'/favorites/list/'> = async ({ caller }, services) => {
  const library = await services.library(caller.uid);
  return requireUserIfEmpty(library, await library.list(FAVORITES));
};

export const toggleFavorite: Operation<'/favorites/toggle/'> = async (
  { input: { favorite, is_favorite }, caller, minimal },
  services,
) => {
  const { object_type, object_id } = favorite;
  const library = await services.library(caller.uid);
  await library.transaction(async (transaction) => {
    await load(transaction, [
      {
        reads: () => [
          { of: 'favorite', ...favorite },
          { of: object_type, id: object_id },
        ],
      },
    ]);
    const isFavorite = transaction.peek(FAVORITES, favorite) !== null;
    const item =
      object_type === 'link'
        ? transaction.peek(LINKS, { link_id: object_id })
        : transaction.peek(FOLDERS, { folder_id: object_id });
    if (!isFavorite && item === null)
      throw new Failure(object_type === 'link' ? 'noSuchLink' : 'noSuchFolder');
    const on = is_favorite ?? !isFavorite;
    if (on !== isFavorite) await makeOnly(transaction, { kind: 'favorite.set', ...favorite, on });
  });
  return minimal ? null : library.list(FAVORITES);
};
