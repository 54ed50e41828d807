import { ROOT_FOLDER_ID } from '@foldmark/contract/limits';
import { useCallback } from 'react';

import { useClientState } from '#web/state/client-state.ts';
import type { Key } from '#web/sync/library/keys.ts';

import { useActions, useLibrary } from '#web/hooks/library-hooks.ts';

/** Moves a folder, and tells so with a way back. Why it could not be moved, the failures tell. */
export function useMoveFolder(): (folder: Key, parent: Key) => Promise<void> {
  const actions = useActions();
  const library = useLibrary();
  const { toasts } = useClientState();
  return useCallback(
    async (folder, parent) => {
      const { tree } = library;
      const before = tree.parent(folder);
      const place = parent === ROOT_FOLDER_ID ? 'the root' : tree.name(parent);
      const toast = toasts.show({
        title: `${tree.name(folder)} moved to ${place}.`,
        action: { label: 'Undo', run: () => void actions.moveFolder(folder, before) },
      });
      if (!(await actions.moveFolder(folder, parent)).ok) toasts.remove(toast);
    },
    [actions, library, toasts],
  );
}
