import { use } from 'react';

import { useFolder, useLibrary } from '#web/hooks/library-hooks.ts';
import type { ListOrder } from '#web/state/list-orders.ts';
import { ListOrdersContext } from '#web/state/list-orders-context.ts';
import { useStore } from '#web/state/use-store.ts';
import type { LinkOrder } from '@foldmark/library/memory/link-views';

import { folderOf, listIdOf, type Place } from '../place/place.ts';

export interface ChangeableOrder extends ListOrder {
  /** Changes and announces the order. */
  readonly choose: (order: LinkOrder) => void;
  /** Changes and announces the direction. */
  readonly flip: () => void;
}

/** The order of a list, and functions that change it. */
export function useListOrder(place: Place): ChangeableOrder {
  const orders = use(ListOrdersContext);
  if (orders === null) throw new Error('There is no ListOrdersContext above this component.');
  const list = useListId(place);
  const chosen = useStore(orders).get(list);
  const byDefault = place.order ?? (place.listId === 'recent' ? 'created' : 'url');
  const { order, isReversed } = chosen ?? { order: byDefault, isReversed: false };
  return {
    order,
    isReversed,
    // The order that shows by default can be chosen too. Then the list keeps it.
    choose: (next) => {
      if (next !== chosen?.order) orders.choose(list, { order: next, isReversed: false });
    },
    flip: () => {
      orders.choose(list, { order, isReversed: !isReversed });
    },
  };
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
