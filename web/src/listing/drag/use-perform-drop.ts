import { useCallback } from 'react';

import { useClientState } from '#web/state/client-state.ts';
import type { Dragged, Drop } from '#web/state/dragged.ts';

import { useLibrary } from '#web/hooks/library-hooks.ts';
import { useItemActions } from '../items/use-item-actions.ts';
import { planDrop } from './drop-plan.ts';

/** Performs a drop, or explains in a toast why it is impossible. */
export function usePerformDrop(): (dragged: Dragged, drop: Drop) => void {
  const library = useLibrary();
  const { toasts } = useClientState();
  const { addToFolder, move } = useItemActions();
  return useCallback(
    (dragged, drop) => {
      const { tree } = library;
      const { target } = drop;
      const plan = planDrop(tree, dragged, drop);
      switch (plan.kind) {
        case 'nothing':
          return;
        case 'cycle':
          toasts.show({
            title: `${tree.name(plan.folder)} can't be moved into ${tree.name(target)}.`,
            details: [`${tree.name(target)} is inside it.`],
          });
          return;
        case 'add':
          addToFolder(plan.links, target);
          return;
        case 'move':
          move(plan.items, plan.from, target);
      }
    },
    [library, toasts, addToFolder, move],
  );
}
