import { useRef } from 'react';

import type { Items } from '@foldmark/library/memory/items';
import { Menu } from '#web/ui/menu.tsx';

import type { MenuTarget } from '../row/row-props.ts';
import type { ListCommands } from '../list/use-list-commands.ts';
import { useSelectionActions } from './use-selection-actions.ts';

interface SelectionMenuProps {
  readonly target: MenuTarget;
  readonly selected: Items;
  readonly commands: ListCommands;
  readonly onClear: () => void;
  readonly onClose: () => void;
}

/** The context menu of several selected items. */
export function SelectionMenu({ target, selected, commands, onClear, onClose }: SelectionMenuProps) {
  const triggerRef = useRef(target.button);
  const entries = useSelectionActions({ selected, commands, onClear });
  return (
    <Menu label="Selection" entries={entries} triggerRef={triggerRef} at={target.at} onClose={onClose} />
  );
}
