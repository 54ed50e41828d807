import { useMemo } from 'react';

import { useLibrary } from '#web/hooks/library-hooks.ts';
import { useSetPopup } from '#web/state/popup.ts';
import { itemsIn, type Items } from '#web/sync/library/items.ts';

import { useItemActions } from './items/use-item-actions.ts';
import { folderOf, type Place } from './place.ts';

export interface ListCommands {
  /** Moves items to the trash; in the trash, asks whether to delete them. */
  readonly remove: (items: Items) => void;
  /** Null where it makes no sense. */
  readonly restore: ((items: Items) => void) | null;
  readonly removeFromFolder: ((items: Items) => void) | null;
  readonly setStar: ((items: Items, on: boolean) => void) | null;
  /** Asks for the folder, and calls `onDone` once items are moved. */
  readonly move: ((items: Items, onDone: () => void) => void) | null;
  readonly areStarred: (items: Items) => boolean;
}

/** What can be done with the items of a place, by the bar above the list and by key. */
export function useListCommands(place: Place, onDelete: (items: Items) => void): ListCommands {
  const { trash, restore, removeFromFolder, star, unstar } = useItemActions();
  const setPopup = useSetPopup();
  const library = useLibrary();
  const folder = folderOf(place);
  const isTrash = place.kind === 'trash';
  return useMemo(
    () => ({
      remove: isTrash ? onDelete : trash,
      restore: isTrash ? restore : null,
      removeFromFolder:
        folder === null
          ? null
          : ({ links }) => {
              removeFromFolder(links, folder);
            },
      setStar: isTrash
        ? null
        : (items, on) => {
            (on ? star : unstar)(items);
          },
      move: isTrash
        ? null
        : (items, onDone) => {
            setPopup({ kind: 'move', items, from: folder, onDone });
          },
      areStarred: (items) => itemsIn(items).every(({ kind, key }) => library.isFavorite(kind, key)),
    }),
    [folder, isTrash, library, onDelete, removeFromFolder, restore, setPopup, star, trash, unstar],
  );
}
