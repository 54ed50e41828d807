import {
  ArchiveRestore,
  Copy,
  Download,
  ExternalLink,
  FolderInput,
  FolderMinus,
  FolderOpen,
  FolderTree,
  Info,
  Pencil,
  Star,
  StarOff,
  Trash2,
  XCircle,
} from 'lucide-react';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';

import { itemsOf } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';
import { useSetPopup } from '#web/state/popup.ts';
import { Menu, type MenuEntry } from '#web/ui/menu.tsx';

import { useLibrary } from '#web/hooks/library-hooks.ts';
import { clickableUrl } from '#web/sync/link-text.ts';
import { folderOf, type Place } from '../place/place.ts';
import type { MenuTarget } from './row-props.ts';
import type { ListCommands } from '../list/use-list-commands.ts';

interface RowMenuProps {
  readonly place: Place;
  readonly target: MenuTarget;
  readonly commands: ListCommands;
  readonly onClose: () => void;
}

/** The menu of a row, for its button and for a right click. */
export function RowMenu({ place, target, commands, onClose }: RowMenuProps) {
  const triggerRef = useRef(target.button);
  const linkEntries = useLinkEntries(place, commands);
  const folderEntries = useFolderEntries(place, commands);
  const { kind, key, at } = target;
  const entries = [
    ...(kind === 'link' ? linkEntries(key) : folderEntries(key)),
    ...trashEntries(target, commands),
  ];
  return <Menu label="More" entries={entries} triggerRef={triggerRef} at={at} onClose={onClose} />;
}

function useLinkEntries(place: Place, commands: ListCommands): (link: Key) => readonly MenuEntry[] {
  const setPopup = useSetPopup();
  const navigate = useNavigate();
  const library = useLibrary();
  const filing = useFilingEntries(place, commands);
  return (link) => [
    ...openEntry(clickableUrl(library.link(link)?.url ?? ''), () => {
      commands.open([link]);
    }),
    {
      label: 'Copy link',
      icon: Copy,
      run: () => {
        commands.copy([link]);
      },
    },
    editEntry({ kind: 'link', key: link }, commands),
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
    ...starEntry({ kind: 'link', key: link }, commands),
    ...filing(link),
  ];
}

/** In a folder, a link can leave it. */
function useFilingEntries(place: Place, commands: ListCommands): (link: Key) => readonly MenuEntry[] {
  const setPopup = useSetPopup();
  const folder = folderOf(place);
  const { removeFromFolder } = commands;
  if (folder === null || removeFromFolder === null) return () => [];
  return (link) => [
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
        removeFromFolder(itemsOf('link', [link]));
      },
    },
  ];
}

function useFolderEntries(place: Place, commands: ListCommands): (folder: Key) => readonly MenuEntry[] {
  const setPopup = useSetPopup();
  const navigate = useNavigate();
  const library = useLibrary();
  return (folder) => {
    const item = { kind: 'folder', key: folder } as const;
    // A trashed folder appears in no tree, so moving it would have no visible effect, and it is exported with the trash.
    if (place.kind === 'trash') return [editEntry(item, commands)];
    return [
      {
        label: 'Open',
        icon: FolderOpen,
        run: () => {
          void navigate(`/folders/${library.folder(folder)?.folder_id ?? folder}`);
        },
      },
      editEntry(item, commands),
      ...starEntry(item, commands),
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
    ];
  };
}

type TargetItem = Pick<MenuTarget, 'kind' | 'key'>;

/** A url that is not safe to open has no entry. */
function openEntry(url: string | null, run: () => void): readonly MenuEntry[] {
  return url === null ? [] : [{ label: 'Open', icon: ExternalLink, run }];
}

function editEntry(item: TargetItem, { edit }: ListCommands): MenuEntry {
  return {
    label: 'Edit',
    icon: Pencil,
    run: () => {
      edit(item);
    },
  };
}

function starEntry({ kind, key }: TargetItem, { setStar, areStarred }: ListCommands): readonly MenuEntry[] {
  if (setStar === null) return [];
  const items = itemsOf(kind, [key]);
  const isStarred = areStarred(items);
  return [
    {
      label: isStarred ? 'Remove from favorites' : 'Add to favorites',
      icon: isStarred ? StarOff : Star,
      run: () => {
        setStar(items, !isStarred);
      },
    },
  ];
}

/** Moves the item to the trash; or restores or deletes it, if it is in the trash. */
function trashEntries({ kind, key }: TargetItem, { remove, restore }: ListCommands): readonly MenuEntry[] {
  const items = itemsOf(kind, [key]);
  const onRemove = () => {
    remove(items);
  };
  if (restore === null) return [{ label: 'Move to Trash', icon: Trash2, run: onRemove }];
  return [
    {
      label: 'Restore',
      icon: ArchiveRestore,
      run: () => {
        restore(items);
      },
    },
    { label: 'Delete forever', icon: XCircle, isDangerous: true, run: onRemove },
  ];
}
