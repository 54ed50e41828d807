import { ArrowDown, ArrowDownUp, ArrowUp, Check } from 'lucide-react';

import { directionLabel, ORDER_LABELS } from '#web/state/list-orders.ts';
import { KEYED_COMMANDS } from '#web/commands/keyed-commands.ts';
import { buttonClass } from '#web/ui/buttons/button-class.ts';
import { withShortcut } from '#web/ui/buttons/with-shortcut.ts';
import type { LinkOrder } from '@foldmark/library/memory/link-views';

import { BarMenu } from './bar-menu.tsx';
import styles from './list-bar.module.css';
import type { Place } from '../place/place.ts';
import { useListOrder } from './use-list-order.ts';

const ORDERS = ['url', 'name', 'created', 'edited'] as const satisfies readonly LinkOrder[];
const [REVERSE_KEY = ''] = KEYED_COMMANDS.find(({ id }) => id === 'reverse')?.keys ?? [];
const SEARCH_ORDERS = ['match', ...ORDERS] as const;

/** Chooses the order of a list, and its direction. */
export function SortMenu({ place }: { readonly place: Place }) {
  const { order, isReversed, choose, flip } = useListOrder(place);
  const Direction = isReversed ? ArrowUp : ArrowDown;
  return (
    <>
      <BarMenu
        label={`Sort: ${ORDER_LABELS[order]}`}
        icon={ArrowDownUp}
        className={styles.sort}
        chosen={ORDER_LABELS[order]}
        entries={(place.listId === 'search' ? SEARCH_ORDERS : ORDERS).map((next) => ({
          label: ORDER_LABELS[next],
          icon: Check,
          run: () => {
            choose(next);
          },
        }))}
      />
      <button
        type="button"
        className={buttonClass('quiet', styles.action, styles.sort)}
        aria-label="Reverse the order"
        aria-pressed={isReversed}
        title={withShortcut(`${directionLabel({ order, isReversed })}. Reverse the order`, REVERSE_KEY)}
        onClick={flip}
      >
        <Direction aria-hidden="true" />
      </button>
    </>
  );
}
