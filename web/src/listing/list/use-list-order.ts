import { use } from 'react';

import { useFolder, useLibrary } from '#web/hooks/library-hooks.ts';
import { ListOrdersContext } from '#web/state/list-orders-context.ts';
import { useStore } from '#web/state/use-store.ts';
import type { LinkOrder } from '@foldmark/library/memory/link-views';

import { folderOf, listIdOf, type Place } from '../place/place.ts';

/** The order of a list, and a function that changes and announces it. */
export function useListOrder(place: Place): readonly [LinkOrder, (order: LinkOrder) => void] {
  const orders = use(ListOrdersContext);
  if (orders === null) throw new Error('There is no ListOrdersContext above this component.');
  const list = useListId(place);
  const order = useStore(orders).get(list) ?? (place.listId === 'recent' ? 'created' : 'url');
  return [
    order,
    (next) => {
      if (next !== order) orders.choose(list, next);
    },
  ];
}

/** Identifies the list, by the id of a folder. A folder that was created here has only a key until the server answers. */
function useListId(place: Place): string {
  const { tables } = useLibrary();
  const key = folderOf(place);
  // Renders again when the folder gets its id.
  useFolder(key ?? 0);
  if (key === null || place.listId !== undefined) return listIdOf(place);
  return listIdOf({ kind: 'folder', folder: tables.keys.idOf('folder', key) ?? key });
}
