import { useState } from 'react';

import type { Items } from '@foldmark/library/memory/items';

import type { OpenMenu } from './row-props.ts';
import { type Visit, useVisitState } from '../list/use-visit.ts';

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
  readonly closeAll: () => void;
}

/** What opens above a list. Its functions never change. */
export function useOverlays(visit: Visit): Overlays {
  const [menu, setMenu] = useVisitState<OpenMenu | null>(visit, none);
  const [question, setQuestion] = useVisitState<Question | null>(visit, none);
  const [functions] = useState(() => ({
    openMenu: (open: OpenMenu) => {
      setMenu(() => open);
    },
    onDelete: (items: Items | 'everything') => {
      setQuestion(() => ({ kind: 'delete', items }));
    },
    onOpen: (urls: readonly string[]) => {
      setQuestion(() => ({ kind: 'open', urls }));
    },
    closeMenu: () => {
      setMenu(none);
    },
    closeQuestion: () => {
      setQuestion(none);
    },
    closeAll: () => {
      setMenu(none);
      setQuestion(none);
    },
  }));
  return { menu, question, isAnyOpen: menu !== null || question !== null, ...functions };
}

function none(): null {
  return null;
}
