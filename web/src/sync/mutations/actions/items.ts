import type { Status } from '@foldmark/contract/fields';

import { countOf, type Item, type Items, itemsIn } from '#web/sync/library/items.ts';
import { type ActionContext, together } from '#web/sync/mutations/actions/context.ts';
import { favoriteChange } from '#web/sync/mutations/actions/favorites.ts';
import { folderDeletion, updateFolder } from '#web/sync/mutations/actions/folders.ts';
import { linkDeletion, updateLink } from '#web/sync/mutations/actions/links.ts';
import { emptyOf } from '#web/sync/mutations/actions/trash.ts';
import type { Outcome } from '#web/sync/mutations/mutation.ts';

type Done = Promise<Outcome<unknown>>;

/** Status 2 moves a selection to the trash, status 1 restores it. */
export async function setItemsStatus(context: ActionContext, items: Items, status_id: Status): Done {
  return together<Item, unknown>(
    context,
    itemsIn(items),
    "Couldn't save some items.",
    async ({ kind, key }, options) =>
      kind === 'link'
        ? updateLink(context, key, { status_id }, options)
        : updateFolder(context, key, { status_id }, options),
  );
}

/** Unlike toggleFavorite, this sets a given state, so that repeating it changes nothing. */
export async function setFavorites(context: ActionContext, items: Items, is_favorite: boolean): Done {
  return together<Item, unknown>(
    context,
    itemsIn(items),
    "Couldn't change some favorites.",
    async ({ kind, key }, options) =>
      context.mutate(
        favoriteChange(context, { what: 'set-favorite', kind, object: key, is_favorite }),
        options,
      ),
  );
}

/** Deletes items of the trash permanently: a single item by its own call, several by one call. */
export async function deleteItems(context: ActionContext, items: Items): Done {
  const [item] = itemsIn(items);
  if (item !== undefined && countOf(items) === 1) {
    const { kind, key } = item;
    return kind === 'link'
      ? context.mutate(linkDeletion(context, { what: 'delete-link', link: key }))
      : context.mutate(folderDeletion(context, { what: 'delete-folder', folder: key }));
  }
  return emptyOf(context, items);
}
