import { useCallback } from 'react';

import { useClientState } from '#web/state/client-state.ts';
import type { Dragged } from '#web/state/dragged.ts';
import type { Key } from '#web/sync/library/keys.ts';

import { useLibrary } from '#web/hooks/library-hooks.ts';
import { useItemActions } from '../items/use-item-actions.ts';
import { planDrop } from './drop-plan.ts';
import { useMoveFolder } from '../items/use-move-folder.ts';

/** Performs a drop, or explains in a toast why it is impossible. */
export function usePerformDrop(): (dragged: Dragged, target: Key) => void {
  const library = useLibrary();
  const { toasts } = useClientState();
  const { addToFolder } = useItemActions();
  const moveFolder = useMoveFolder();
  return useCallback(
    (dragged, target) => {
      const { tree } = library;
      const plan = planDrop(tree, dragged, target);
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
          void moveFolder(plan.folder, target);
      }
    },
    [library, toasts, addToFolder, moveFolder],
  );
}
