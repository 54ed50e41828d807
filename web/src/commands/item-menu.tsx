import { useRef } from 'react';

import type { MenuPoint } from '#web/ui/menu-point.ts';
import { Menu } from '#web/ui/menu.tsx';

import { useCommandContext } from './command-context.ts';
import type { ItemTarget } from './command.ts';
import { entriesOf } from './entries.ts';
import { type CommandId, type MenuName, MENUS } from './more-commands.ts';

interface ItemMenuProps {
  readonly menu: MenuName;
  readonly target: ItemTarget;
  /** The element that opened the menu. */
  readonly button: HTMLElement;
  /** The position of a context menu. */
  readonly at?: MenuPoint | undefined;
  readonly onClose: () => void;
}

/** The menu of a link, a folder or a selection, for its button and for a right click. */
export function ItemMenu({ menu, target, button, at, onClose }: ItemMenuProps) {
  const triggerRef = useRef(button);
  const entries = entriesOf<CommandId>(MENUS[menu], { item: target }, useCommandContext());
  return (
    <Menu
      label={menu === 'selection' ? 'Selection' : 'More'}
      entries={entries}
      triggerRef={triggerRef}
      at={at}
      onClose={onClose}
    />
  );
}
