import { type ReactNode, useEffect, useMemo, useState } from 'react';

import { PERSONAL_KEYS, writePersonal } from '#web/account/stored-user.ts';
import { useLibrary, useOpenLibrary } from '#web/hooks/library-hooks.ts';
import { ListChoicesContext } from '#web/state/list-choices-context.ts';
import {
  type ChoiceFormat,
  directionLabel,
  ListChoices,
  type ListOrder,
  LOOK_FORMAT,
  LOOK_LABELS,
  ORDER_FORMAT,
  ORDER_LABELS,
} from '#web/state/list-choices.ts';
import { useStore } from '#web/state/use-store.ts';
import { TOPICS } from '@foldmark/library/memory/topic-names';

/** Provides the orders and looks that the user has chosen for lists. */
export function ListChoicesProvider({ children }: { readonly children: ReactNode }) {
  const orders = useStoredChoices(PERSONAL_KEYS.orders, ORDER_FORMAT);
  const looks = useStoredChoices(PERSONAL_KEYS.looks, LOOK_FORMAT);
  const choices = useMemo(() => ({ orders, looks }), [orders, looks]);
  return (
    <ListChoicesContext value={choices}>
      {children}
      <Announced choices={orders} text={orderText} />
      <Announced choices={looks} text={(look) => `Shown as ${LOOK_LABELS[look].toLowerCase()}.`} />
    </ListChoicesContext>
  );
}

type ChoicesKey = (typeof PERSONAL_KEYS)['orders' | 'looks'];

function orderText(order: ListOrder): string {
  return `Sorted by ${ORDER_LABELS[order.order].toLowerCase()}, ${directionLabel(order).toLowerCase()}.`;
}

function useStoredChoices<Value>(key: ChoicesKey, format: ChoiceFormat<Value>): ListChoices<Value> {
  const { uid } = useOpenLibrary();
  const [choices] = useState(
    () =>
      new ListChoices(
        uid,
        {
          read: () => readText(key),
          write: (text) => {
            writePersonal(() => localStorage, uid, key, text);
          },
        },
        format,
      ),
  );
  useOtherTabs(key, choices);
  useNewFolderIds(choices);
  return choices;
}

function readText(key: ChoicesKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage is blocked: choices last as long as the tab.
    return null;
  }
}

function useOtherTabs<Value>(stored: ChoicesKey, choices: ListChoices<Value>): void {
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === stored || key === null) choices.readAgain();
    };
    addEventListener('storage', onStorage);
    return () => {
      removeEventListener('storage', onStorage);
    };
  }, [stored, choices]);
}

const CREATED_HERE = /^folder:(?<key>-\d+)$/;

/** Stores the choice for a new folder under its id once the server has assigned one. */
function useNewFolderIds<Value>(choices: ListChoices<Value>): void {
  const library = useLibrary();
  const chosen = useStore(choices);
  useEffect(() => {
    const stops = [...chosen.keys()].flatMap((list) => {
      const key = CREATED_HERE.exec(list)?.groups?.['key'];
      if (key === undefined) return [];
      const check = () => {
        const id = library.tables.keys.idOf('folder', Number(key));
        if (id !== null) choices.rename(list, `folder:${id}`);
      };
      check();
      return [library.subscribe(TOPICS.folder(Number(key)), check)];
    });
    return () => {
      for (const stop of stops) stop();
    };
  }, [chosen, library, choices]);
}

interface AnnouncedProps<Value> {
  readonly choices: ListChoices<Value>;
  readonly text: (value: Value) => string;
}

/** Announces a new order or look. */
function Announced<Value>({ choices, text }: AnnouncedProps<Value>) {
  const chosen = useStore(choices.chosen);
  return (
    <div className="visually-hidden" aria-live="polite">
      {chosen === null ? null : (
        // A new key makes a new element. Otherwise screen readers would not announce the same text again for another list.
        <p key={chosen.count}>{text(chosen.value)}</p>
      )}
    </div>
  );
}
