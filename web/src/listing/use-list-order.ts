import { useClientState } from '#web/state/client-state.ts';
import { useStore } from '#web/state/use-store.ts';
import type { LinkOrder } from '#web/sync/library/link-views.ts';

import type { Place } from './place.ts';

/** The order of a list, and a function that changes it. */
export function useListOrder(place: Place): readonly [LinkOrder, (order: LinkOrder) => void] {
  const { orders } = useClientState();
  const id = place.kind === 'folder' ? `folder:${place.folder}` : place.kind;
  const order = useStore(orders).get(id) ?? 'url';
  return [
    order,
    (next) => {
      orders.set(new Map([...orders.get(), [id, next]]));
    },
  ];
}
