import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';

import { useActions, useLibrary } from '#web/hooks/library-hooks.ts';
import { useItemActions } from '#web/listing/items/use-item-actions.ts';
import { useSetPopup } from '#web/state/popup.ts';
import { itemsOf } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';

type FolderCommand = (folder: Key) => void;

export type FolderCommands = Readonly<
  Record<'edit' | 'createInside' | 'move' | 'toggleFavorite' | 'export' | 'trash', FolderCommand>
>;

/** What can be done with a folder of the tree, by its menu and by key. `shown`: the folder whose page shows. */
export function useFolderCommands(shown: Key | null): FolderCommands {
  const setPopup = useSetPopup();
  const { trash } = useItemActions();
  const actions = useActions();
  const library = useLibrary();
  const navigate = useNavigate();
  return useMemo(
    () => ({
      edit: (folder) => {
        setPopup({ kind: 'edit-folder', folderId: folder });
      },
      createInside: (folder) => {
        setPopup({ kind: 'new-folder', parentId: folder });
      },
      move: (folder) => {
        setPopup({ kind: 'move', items: itemsOf('folder', [folder]), from: null });
      },
      toggleFavorite: (folder) => {
        void actions.toggleFavorite('folder', folder);
      },
      export: (folder) => {
        setPopup({ kind: 'export', scope: { kind: 'folder', folder } });
      },
      trash: (folder) => {
        const { tree } = library;
        const parent = library.folder(tree.parent(folder));
        const isShown = shown !== null && tree.path(shown).includes(folder);
        trash(itemsOf('folder', [folder]));
        // The page of a folder in the trash is not found.
        if (isShown) void navigate(parent === undefined ? '/' : `/folders/${parent.folder_id}`);
      },
    }),
    [setPopup, trash, actions, library, navigate, shown],
  );
}
