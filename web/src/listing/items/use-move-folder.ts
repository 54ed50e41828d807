import { ROOT_FOLDER_ID } from '@foldmark/contract/limits';
import { useCallback } from 'react';

import { useClientState } from '#web/state/client-state.ts';
import type { Key } from '#web/sync/library/keys.ts';

import { useActions, useLibrary, useUndo } from '#web/hooks/library-hooks.ts';

/** Moves a folder and shows a toast with Undo. If the move fails, the failure message replaces the toast. */
export function useMoveFolder(): (folder: Key, parent: Key) => Promise<void> {
  const actions = useActions();
  const library = useLibrary();
  const { undo } = useUndo();
  const { toasts } = useClientState();
  return useCallback(
    async (folder, parent) => {
      const { tree } = library;
      const destination = parent === ROOT_FOLDER_ID ? 'the root' : tree.name(parent);
      const { id, outcome } = actions.moveFolder(folder, parent);
      const toast = toasts.show({
        title: `${tree.name(folder)} moved to ${destination}.`,
        action: { label: 'Undo', run: () => void undo(id) },
      });
      if (!(await outcome).ok) toasts.remove(toast);
    },
    [actions, library, toasts, undo],
  );
}
