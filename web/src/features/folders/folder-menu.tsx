import { Download, FolderInput, FolderPlus, Pencil, Star, Trash2 } from 'lucide-react';
import { useRef } from 'react';

import type { Key } from '@foldmark/library/memory/keys';
import { useIsFavorite } from '#web/hooks/library-hooks.ts';
import type { MenuPoint } from '#web/ui/menu-point.ts';
import { Menu } from '#web/ui/menu.tsx';

import type { FolderCommands } from './use-folder-commands.ts';

export interface FolderMenuTarget {
  readonly folder: Key;
  readonly element: HTMLElement;
  /** The position of a context menu. */
  readonly at?: MenuPoint | undefined;
}

interface FolderMenuProps {
  readonly target: FolderMenuTarget;
  readonly commands: FolderCommands;
  readonly onClose: () => void;
}

export function FolderMenu({ target: { folder, element, at }, commands, onClose }: FolderMenuProps) {
  const triggerRef = useRef(element);
  const isFavorite = useIsFavorite('folder', folder);
  const entries = [
    { label: 'Edit', icon: Pencil, command: commands.edit },
    { label: 'New Folder Inside', icon: FolderPlus, command: commands.createInside },
    { label: 'Move to…', icon: FolderInput, command: commands.move },
    {
      label: isFavorite ? 'Remove from favorites' : 'Add to favorites',
      icon: Star,
      command: commands.toggleFavorite,
    },
    { label: 'Export…', icon: Download, command: commands.export },
    { label: 'Move to Trash', icon: Trash2, command: commands.trash },
  ].map(({ command, ...entry }) => ({
    ...entry,
    run: () => {
      command(folder);
    },
  }));
  return <Menu label="More" entries={entries} triggerRef={triggerRef} at={at} onClose={onClose} />;
}
