import {
  ArchiveRestore,
  Download,
  FolderInput,
  FolderMinus,
  FolderTree,
  Info,
  Pencil,
  Trash2,
  XCircle,
} from 'lucide-react';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';

import { itemsOf } from '#web/sync/library/items.ts';
import type { Key } from '#web/sync/library/keys.ts';
import { useSetPopup } from '#web/state/popup.ts';
import { Menu, type MenuEntry } from '#web/ui/menu.tsx';

import { useLibrary } from '#web/hooks/library-hooks.ts';
import { folderOf, type Place } from './place.ts';
import type { MenuTarget } from './row-props.ts';
import { useItemActions } from './items/use-item-actions.ts';

interface RowMenuProps {
  readonly place: Place;
  readonly target: MenuTarget;
  readonly onClose: () => void;
  readonly onDeleteForever: (target: MenuTarget) => void;
}

/** The 'more' menu of a row. */
export function RowMenu({ place, target, onClose, onDeleteForever }: RowMenuProps) {
  const triggerRef = useRef(target.button);
  const linkEntries = useLinkEntries(place);
  const folderEntries = useFolderEntries(place);
  const trashEntries = useTrashEntries(place, target, onDeleteForever);
  const { kind, key } = target;
  const entries = [...(kind === 'link' ? linkEntries(key) : folderEntries(key)), ...trashEntries];
  return <Menu label="More" entries={entries} triggerRef={triggerRef} onClose={onClose} />;
}

function useLinkEntries(place: Place): (link: Key) => readonly MenuEntry[] {
  const setPopup = useSetPopup();
  const navigate = useNavigate();
  const library = useLibrary();
  const { removeFromFolder } = useItemActions();
  const folder = folderOf(place);
  return (link) => [
    {
      label: 'Edit',
      icon: Pencil,
      run: () => {
        setPopup({ kind: 'edit-link', linkId: link });
      },
    },
    {
      label: 'Folders',
      icon: FolderTree,
      run: () => {
        setPopup({ kind: 'link-folders', linkId: link });
      },
    },
    {
      label: 'Details',
      icon: Info,
      run: () => {
        void navigate(`/links/${library.link(link)?.link_id ?? link}`);
      },
    },
    ...(folder === null
      ? []
      : [
          {
            label: 'Move to folder',
            icon: FolderInput,
            run: () => {
              setPopup({ kind: 'move', items: itemsOf('link', [link]), from: folder });
            },
          },
          {
            label: 'Remove From Folder',
            icon: FolderMinus,
            run: () => {
              removeFromFolder([link], folder);
            },
          },
        ]),
  ];
}

function useFolderEntries(place: Place): (folder: Key) => readonly MenuEntry[] {
  const setPopup = useSetPopup();
  return (folder) => [
    {
      label: 'Edit',
      icon: Pencil,
      run: () => {
        setPopup({ kind: 'edit-folder', folderId: folder });
      },
    },
    // A trashed folder appears in no tree, so moving it would have no visible effect, and it is exported with the trash.
    ...(place.kind === 'trash'
      ? []
      : [
          {
            label: 'Move to…',
            icon: FolderInput,
            run: () => {
              setPopup({ kind: 'move', items: itemsOf('folder', [folder]), from: null });
            },
          },
          {
            label: 'Export…',
            icon: Download,
            run: () => {
              setPopup({ kind: 'export', scope: { kind: 'folder', folder } });
            },
          },
        ]),
  ];
}

/** Moves the item to the trash; or restores or deletes it, if it is in the trash. */
function useTrashEntries(
  place: Place,
  target: MenuTarget,
  onDeleteForever: (target: MenuTarget) => void,
): readonly MenuEntry[] {
  const { trash, restore } = useItemActions();
  const items = itemsOf(target.kind, [target.key]);
  if (place.kind !== 'trash') {
    return [
      {
        label: 'Move to Trash',
        icon: Trash2,
        run: () => {
          trash(items);
        },
      },
    ];
  }
  return [
    {
      label: 'Restore',
      icon: ArchiveRestore,
      run: () => {
        restore(items);
      },
    },
    {
      label: 'Delete forever',
      icon: XCircle,
      isDangerous: true,
      run: () => {
        onDeleteForever(target);
      },
    },
  ];
}
