import { ArrowDownUp, Check } from 'lucide-react';

import { ORDER_LABELS } from '#web/state/list-orders.ts';
import type { LinkOrder } from '@foldmark/library/memory/link-views';

import { BarMenu } from './bar-menu.tsx';
import styles from './list-bar.module.css';
import type { Place } from '../place/place.ts';
import { useListOrder } from './use-list-order.ts';

const ORDERS = ['url', 'name', 'created', 'edited'] as const satisfies readonly LinkOrder[];

/** Chooses the order of a list. */
export function SortMenu({ place }: { readonly place: Place }) {
  const [order, choose] = useListOrder(place);
  return (
    <BarMenu
      label={`Sort: ${ORDER_LABELS[order]}`}
      icon={ArrowDownUp}
      className={styles.sort}
      chosen={ORDER_LABELS[order]}
      entries={ORDERS.map((next) => ({
        label: ORDER_LABELS[next],
        icon: Check,
        run: () => {
          choose(next);
        },
      }))}
    />
  );
}
