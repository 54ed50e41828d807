import type { KeyboardEvent } from 'react';

import { useClientState } from '#web/state/client-state.ts';
import type { Key } from '@foldmark/library/memory/keys';
import { type ListKey, listKeyOf } from '#web/listing/list/list-keys.ts';
import type { ListController } from '#web/listing/list/list-controller.ts';
import { rowKeys } from '#web/listing/list/row-keys.ts';
import { rowOf } from '#web/listing/list/row-of.ts';

import { parentRow, type TreeRow } from './tree-rows.ts';
import type { FolderCommands } from './use-folder-commands.ts';

const COMMANDS: Readonly<Partial<Record<ListKey, keyof FolderCommands>>> = {
  edit: 'edit',
  move: 'move',
  star: 'toggleFavorite',
  remove: 'trash',
};

interface TreeKeysOptions {
  readonly controller: ListController;
  readonly rows: readonly TreeRow[];
  readonly commands: FolderCommands;
  readonly setExpanded: (folders: readonly Key[], isExpanded: boolean) => void;
}

/**
 * The keys of a tree. Right expands a folder; Left collapses it or moves to its parent. In any other case, the keys work as in a
 * flat list.
 */
export function useTreeKeys(options: TreeKeysOptions): (event: KeyboardEvent<HTMLElement>) => void {
  const { controller, rows, commands, setExpanded } = options;
  const runs = useCommandKeys(commands);
  const toggle = (index: number) => {
    const row = rows[index];
    if (row !== undefined && row.isExpanded !== null) setExpanded([row.folder], !row.isExpanded);
  };
  const onRowKey = rowKeys(controller, toggle);
  return (event) => {
    const { key, target, currentTarget } = event;
    const index = target instanceof HTMLElement ? Number(target.dataset['row'] ?? -1) : -1;
    const expanded = rows[index]?.isExpanded ?? null;
    const parent = parentRow(rows, index);
    if ((key === 'ArrowRight' && expanded === false) || (key === 'ArrowLeft' && expanded === true)) {
      toggle(index);
    } else if (key === 'ArrowLeft' && parent !== null) {
      controller.moveTo(parent);
    } else if (!runs(event, rows[rowOf(target, currentTarget) ?? -1]?.folder)) {
      onRowKey(event);
      return;
    }
    event.preventDefault();
  };
}

/** The keys that act on a folder. Returns whether a key is one. */
function useCommandKeys(commands: FolderCommands) {
  const { dragged, popup } = useClientState();
  return ({ nativeEvent, target, defaultPrevented }: KeyboardEvent, folder: Key | undefined): boolean => {
    // A popup may be open before it is rendered. What the user types is meant for the popup.
    if (folder === undefined || defaultPrevented || dragged.get() !== null || popup.get() !== null)
      return false;
    const key = listKeyOf(nativeEvent);
    const command = key === null ? undefined : COMMANDS[key];
    if (command === undefined) return false;
    // A button of the row may show only while the row has the focus, so it could not get the focus back.
    if (target instanceof Element) target.closest<HTMLElement>('[data-row]')?.focus();
    commands[command](folder);
    return true;
  };
}
