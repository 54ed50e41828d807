import {
  ArrowDown,
  ArrowDownUp,
  ArrowUp,
  Check,
  LayoutGrid,
  List,
  type LucideIcon,
  Rows4,
} from 'lucide-react';

import { directionLabel, LOOK_LABELS, type Look, LOOKS, ORDER_LABELS } from '#web/state/list-choices.ts';
import { KEYED_COMMANDS } from '#web/commands/keyed-commands.ts';
import { buttonClass } from '#web/ui/buttons/button-class.ts';
import { withShortcut } from '#web/ui/buttons/with-shortcut.ts';
import type { LinkOrder } from '@foldmark/library/memory/link-views';

import { BarMenu } from './bar-menu.tsx';
import styles from './list-bar.module.css';
import type { Place } from '../place/place.ts';
import { useListLook, useListOrder } from './use-list-choices.ts';

const ORDERS = ['url', 'name', 'created', 'edited'] as const satisfies readonly LinkOrder[];
const [REVERSE_KEY = ''] = KEYED_COMMANDS.find(({ id }) => id === 'reverse')?.keys ?? [];
const SEARCH_ORDERS = ['match', ...ORDERS] as const;
const LOOK_ICONS: Readonly<Record<Look, LucideIcon>> = { list: List, cards: LayoutGrid, compact: Rows4 };

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

/** Chooses whether a list shows rows or cards. */
export function LookMenu({ place }: { readonly place: Place }) {
  const { look, choose } = useListLook(place);
  return (
    <BarMenu
      label={`View: ${LOOK_LABELS[look]}`}
      icon={LOOK_ICONS[look]}
      className={styles.sort}
      chosen={LOOK_LABELS[look]}
      entries={LOOKS.map((next) => ({
        label: LOOK_LABELS[next],
        icon: Check,
        run: () => {
          choose(next);
        },
      }))}
    />
  );
}
