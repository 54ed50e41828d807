import { type ReactNode, useEffect, useState } from 'react';

import { PERSONAL_KEYS, writePersonal } from '#web/account/stored-user.ts';
import { useLibrary, useOpenLibrary } from '#web/hooks/library-hooks.ts';
import { ListOrdersContext } from '#web/state/list-orders-context.ts';
import { directionLabel, ListOrders, ORDER_LABELS } from '#web/state/list-orders.ts';
import { useStore } from '#web/state/use-store.ts';
import { TOPICS } from '@foldmark/library/memory/topic-names';

/** Provides the orders that the user has chosen for lists. */
export function ListOrdersProvider({ children }: { readonly children: ReactNode }) {
  const { uid } = useOpenLibrary();
  const [orders] = useState(
    () =>
      new ListOrders(uid, {
        read: readText,
        write: (text) => {
          writePersonal(() => localStorage, uid, PERSONAL_KEYS.orders, text);
        },
      }),
  );
  useOtherTabs(orders);
  useNewFolderIds(orders);
  return (
    <ListOrdersContext value={orders}>
      {children}
      <ChosenOrder orders={orders} />
    </ListOrdersContext>
  );
}

function readText(): string | null {
  try {
    return localStorage.getItem(PERSONAL_KEYS.orders);
  } catch {
    // Storage is blocked: choices last as long as the tab.
    return null;
  }
}

function useOtherTabs(orders: ListOrders): void {
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === PERSONAL_KEYS.orders || key === null) orders.readAgain();
    };
    addEventListener('storage', onStorage);
    return () => {
      removeEventListener('storage', onStorage);
    };
  }, [orders]);
}

const CREATED_HERE = /^folder:(?<key>-\d+)$/;

/** Stores the order of a new folder under its id once the server has assigned one. */
function useNewFolderIds(orders: ListOrders): void {
  const library = useLibrary();
  const chosen = useStore(orders);
  useEffect(() => {
    const stops = [...chosen.keys()].flatMap((list) => {
      const key = CREATED_HERE.exec(list)?.groups?.['key'];
      if (key === undefined) return [];
      const check = () => {
        const id = library.tables.keys.idOf('folder', Number(key));
        if (id !== null) orders.rename(list, `folder:${id}`);
      };
      check();
      return [library.subscribe(TOPICS.folder(Number(key)), check)];
    });
    return () => {
      for (const stop of stops) stop();
    };
  }, [chosen, library, orders]);
}

/** Announces a new order. */
function ChosenOrder({ orders }: { readonly orders: ListOrders }) {
  const chosen = useStore(orders.chosen);
  return (
    <div className="visually-hidden" aria-live="polite">
      {chosen === null ? null : (
        // A new key makes a new element. Otherwise screen readers would not announce the same text again for another list.
        <p key={chosen.count}>
          Sorted by {ORDER_LABELS[chosen.order].toLowerCase()}, {directionLabel(chosen).toLowerCase()}.
        </p>
      )}
    </div>
  );
}
