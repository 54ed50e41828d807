import { useState } from 'react';

import type { Items } from '#web/sync/library/items.ts';

import type { OpenMenu } from './row-props.ts';

/** A question before items are deleted forever, or before many links are opened. */
type Question =
  | { readonly kind: 'delete'; readonly items: Items | 'everything' }
  | { readonly kind: 'open'; readonly urls: readonly string[] };

export interface Overlays {
  readonly menu: OpenMenu | null;
  readonly question: Question | null;
  readonly isAnyOpen: boolean;
  readonly openMenu: (menu: OpenMenu) => void;
  readonly onDelete: (items: Items | 'everything') => void;
  readonly onOpen: (urls: readonly string[]) => void;
  readonly closeMenu: () => void;
  readonly closeQuestion: () => void;
}

/** What opens above a list. Its functions never change. */
export function useOverlays(): Overlays {
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const [functions] = useState(() => ({
    openMenu: setMenu,
    onDelete: (items: Items | 'everything') => {
      setQuestion({ kind: 'delete', items });
    },
    onOpen: (urls: readonly string[]) => {
      setQuestion({ kind: 'open', urls });
    },
    closeMenu: () => {
      setMenu(null);
    },
    closeQuestion: () => {
      setQuestion(null);
    },
  }));
  return { menu, question, isAnyOpen: menu !== null || question !== null, ...functions };
}
