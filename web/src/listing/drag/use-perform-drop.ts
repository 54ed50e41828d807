import { STATUS_ACTIVE } from '@foldmark/library/entities/limits';
import { useCallback } from 'react';

import { useCommandContext } from '#web/commands/command-context.ts';
import { useClientState } from '#web/state/client-state.ts';
import type { Dragged, Drop } from '#web/state/dragged.ts';
import type { Key } from '@foldmark/library/memory/keys';
import type { Library } from '@foldmark/library/memory/library';

import { useLibrary } from '#web/hooks/library-hooks.ts';
import { leaveTrashedFolder } from '../place/leave-trashed-folder.ts';
import { planDrop } from './drop-plan.ts';

/** Performs a drop, or explains in a toast why it is impossible. */
export function usePerformDrop(): (dragged: Dragged, drop: Drop) => void {
  const library = useLibrary();
  const { toasts } = useClientState();
  const { gestures, navigate } = useCommandContext();
  return useCallback(
    (all, drop) => {
      const { tree } = library;
      const dragged = stillThere(all, library);
      if (dragged.keys.length === 0) {
        toasts.show({ title: 'Another tab or device has moved this to the trash.' });
        return;
      }
      const plan = planDrop(tree, dragged, drop);
      switch (plan.kind) {
        case 'nothing':
          return;
        case 'cycle': {
          const target = tree.name(plan.target);
          toasts.show({
            title: `${tree.name(plan.folder)} can't be moved into ${target}.`,
            details: [`${target} is inside it.`],
          });
          return;
        }
        case 'add':
          gestures.addToFolder(plan.links, plan.target);
          return;
        case 'move':
          gestures.move(plan.items, plan.from, plan.target);
          return;
        case 'star':
          gestures.star(plan.items);
          return;
        case 'trash':
          gestures.trash(plan.items);
          for (const folder of plan.items.folders) leaveTrashedFolder(folder, { library, navigate });
      }
    },
    [library, toasts, gestures, navigate],
  );
}

/** Leaves out items that another tab or device has removed during the drag. */
function stillThere(dragged: Dragged, library: Library): Dragged {
  const isThere = (key: Key): boolean =>
    dragged.kind === 'folder' ? library.tree.isVisible(key) : library.link(key)?.status_id === STATUS_ACTIVE;
  return { ...dragged, keys: dragged.keys.filter(isThere) };
}
