import { ROOT_FOLDER_ID } from '@foldmark/contract/limits';
import { useCallback } from 'react';

import { useClientState } from '#web/state/client-state.ts';
import type { Key } from '#web/sync/library/keys.ts';

import { useActions, useLibrary } from '#web/hooks/library-hooks.ts';

/** Moves a folder and shows a toast with Undo. If the move fails, the failure message replaces the toast. */
export function useMoveFolder(): (folder: Key, parent: Key) => Promise<void> {
  const actions = useActions();
  const library = useLibrary();
  const { toasts } = useClientState();
  return useCallback(
    async (folder, parent) => {
      const { tree } = library;
      const previous = tree.parent(folder);
      const destination = parent === ROOT_FOLDER_ID ? 'the root' : tree.name(parent);
      const toast = toasts.show({
        title: `${tree.name(folder)} moved to ${destination}.`,
        action: { label: 'Undo', run: () => void actions.moveFolder(folder, previous) },
      });
      if (!(await actions.moveFolder(folder, parent)).ok) toasts.remove(toast);
    },
    [actions, library, toasts],
  );
}
