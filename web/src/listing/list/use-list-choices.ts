import { use } from 'react';

import { useFolder, useLibrary } from '#web/hooks/library-hooks.ts';
import { ListChoicesContext } from '#web/state/list-choices-context.ts';
import type { ListOrder, Look } from '#web/state/list-choices.ts';
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
  const { orders } = useChoices();
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

interface ChangeableLook {
  readonly look: Look;
  /** Changes and announces the look. */
  readonly choose: (look: Look) => void;
}

/** How a list shows its items, and a function that changes it. */
export function useListLook(place: Place): ChangeableLook {
  const { looks } = useChoices();
  const list = useListId(place);
  const look = useStore(looks).get(list) ?? 'list';
  return {
    look,
    choose: (next) => {
      if (next !== look) looks.choose(list, next);
    },
  };
}

function useChoices() {
  const choices = use(ListChoicesContext);
  if (choices === null) throw new Error('There is no ListChoicesContext above this component.');
  return choices;
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
