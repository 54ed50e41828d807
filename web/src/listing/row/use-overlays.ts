import { useState } from 'react';

import type { Question } from '#web/commands/command.ts';

import type { OpenMenu } from './row-props.ts';
import { type Visit, useVisitState } from '../list/use-visit.ts';

export interface Overlays {
  readonly menu: OpenMenu | null;
  readonly question: Question | null;
  readonly isAnyOpen: boolean;
  readonly openMenu: (menu: OpenMenu) => void;
  readonly ask: (question: Question) => void;
  readonly closeMenu: () => void;
  readonly closeQuestion: () => void;
  readonly closeAll: () => void;
}

/** The open menu and question above a list. The functions never change. */
export function useOverlays(visit: Visit): Overlays {
  const [menu, setMenu] = useVisitState<OpenMenu | null>(visit, none);
  const [question, setQuestion] = useVisitState<Question | null>(visit, none);
  const [functions] = useState(() => ({
    openMenu: (open: OpenMenu) => {
      setMenu(() => open);
    },
    ask: (next: Question) => {
      setQuestion(() => next);
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
