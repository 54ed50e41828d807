import {
  ArchiveRestore,
  Copy,
  Download,
  ExternalLink,
  FolderInput,
  FolderMinus,
  FolderPlus,
  Star,
  StarOff,
  Trash2,
  XCircle,
} from 'lucide-react';
import { useMemo } from 'react';

import { useSetPopup } from '#web/state/popup.ts';
import { countOf, type Items } from '@foldmark/library/memory/items';
import type { MenuEntry } from '#web/ui/menu.tsx';

import type { ListCommands } from '../list/use-list-commands.ts';

export interface SelectionAction extends MenuEntry {
  /** Whether it is a button in the bar: in any bar, in a wide bar, or only an entry of the bar's menu. */
  readonly inBar: 'always' | 'wide' | 'never';
}

interface SelectionActionsOptions {
  readonly selected: Items;
  readonly commands: ListCommands;
  readonly onClear: () => void;
}

/** What can be done with the selected items, for the bar above the list and for menus. */
export function useSelectionActions(options: SelectionActionsOptions): readonly SelectionAction[] {
  const { selected, commands, onClear } = options;
  const { restore, areStarred } = commands;
  const setPopup = useSetPopup();
  const isStarred = useMemo(() => countOf(selected) > 0 && areStarred(selected), [areStarred, selected]);
  const act = (run: (items: Items) => void) => () => {
    run(selected);
    onClear();
  };
  const exportSelected = () => {
    setPopup({ kind: 'export', scope: { kind: 'selection', items: selected } });
  };
  return [
    ...filingActions(options, act),
    ...starAction(commands, isStarred, act),
    ...linkActions(options),
    ...(restore === null
      ? ([{ label: 'Export', icon: Download, inBar: 'wide', run: exportSelected }] as const)
      : []),
    ...trashActions(options, act),
  ];
}

type Act = (run: (items: Items) => void) => () => void;

function filingActions(
  { selected, commands, onClear }: SelectionActionsOptions,
  act: Act,
): readonly SelectionAction[] {
  const { move, removeFromFolder } = commands;
  if (move === null) return [];
  const hasFolders = selected.folders.length > 0;
  const run = () => {
    move(selected, onClear);
  };
  const moving = { label: 'Move to folder', icon: FolderInput, inBar: 'wide', run } as const;
  // A folder is always in a folder or at the root, so it is moved instead.
  if (hasFolders) return [moving];
  // The bar has a picker of its own to add links.
  if (removeFromFolder === null) return [{ label: 'Add to folder', icon: FolderPlus, inBar: 'never', run }];
  return [
    moving,
    { label: 'Remove from folder', icon: FolderMinus, inBar: 'wide', run: act(removeFromFolder) },
  ];
}

function starAction({ setStar }: ListCommands, isStarred: boolean, act: Act): readonly SelectionAction[] {
  if (setStar === null) return [];
  return [
    {
      label: isStarred ? 'Remove from favorites' : 'Add to favorites',
      icon: isStarred ? StarOff : Star,
      inBar: 'wide',
      run: act((items) => {
        setStar(items, !isStarred);
      }),
    },
  ];
}

function linkActions({ selected: { links }, commands }: SelectionActionsOptions): readonly SelectionAction[] {
  if (links.length === 0) return [];
  return [
    {
      label: 'Open all',
      icon: ExternalLink,
      inBar: 'wide',
      run: () => {
        commands.open(links);
      },
    },
    {
      label: 'Copy links',
      icon: Copy,
      inBar: 'never',
      run: () => {
        commands.copy(links);
      },
    },
  ];
}

function trashActions(
  { selected, commands: { remove, restore } }: SelectionActionsOptions,
  act: Act,
): readonly SelectionAction[] {
  if (restore === null) return [{ label: 'Move to Trash', icon: Trash2, inBar: 'always', run: act(remove) }];
  return [
    { label: 'Restore', icon: ArchiveRestore, inBar: 'always', run: act(restore) },
    {
      label: 'Delete forever',
      icon: XCircle,
      inBar: 'always',
      isDangerous: true,
      run: () => {
        remove(selected);
      },
    },
  ];
}
