import { Download, FolderInput, FolderPlus, Pencil, Star, Trash2 } from 'lucide-react';
import { useRef } from 'react';

import { itemsOf } from '#web/sync/library/items.ts';
import type { Key } from '#web/sync/library/keys.ts';
import { useSetPopup } from '#web/state/popup.ts';
import { useActions, useIsFavorite } from '#web/hooks/library-hooks.ts';
import { useItemActions } from '#web/listing/items/use-item-actions.ts';
import type { MenuPoint } from '#web/ui/menu-point.ts';
import { Menu } from '#web/ui/menu.tsx';

export interface FolderMenuTarget {
  readonly folder: Key;
  readonly element: HTMLElement;
  /** The position of a context menu. */
  readonly at?: MenuPoint | undefined;
}

interface FolderMenuProps {
  readonly target: FolderMenuTarget;
  readonly onClose: () => void;
}

export function FolderMenu({ target: { folder, element, at }, onClose }: FolderMenuProps) {
  const triggerRef = useRef(element);
  const setPopup = useSetPopup();
  const { trash } = useItemActions();
  const actions = useActions();
  const isFavorite = useIsFavorite('folder', folder);
  const entries = [
    {
      label: 'Edit',
      icon: Pencil,
      run: () => {
        setPopup({ kind: 'edit-folder', folderId: folder });
      },
    },
    {
      label: 'New Folder Inside',
      icon: FolderPlus,
      run: () => {
        setPopup({ kind: 'new-folder', parentId: folder });
      },
    },
    {
      label: 'Move to…',
      icon: FolderInput,
      run: () => {
        setPopup({ kind: 'move', items: itemsOf('folder', [folder]), from: null });
      },
    },
    {
      label: isFavorite ? 'Remove from favorites' : 'Add to favorites',
      icon: Star,
      run: () => {
        void actions.toggleFavorite('folder', folder);
      },
    },
    {
      label: 'Export…',
      icon: Download,
      run: () => {
        setPopup({ kind: 'export', scope: { kind: 'folder', folder } });
      },
    },
    {
      label: 'Move to Trash',
      icon: Trash2,
      run: () => {
        trash(itemsOf('folder', [folder]));
      },
    },
  ];
  return <Menu label="More" entries={entries} triggerRef={triggerRef} at={at} onClose={onClose} />;
}
