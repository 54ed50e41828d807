import { useRef } from 'react';

import type { MenuPoint } from '#web/ui/menus/menu-point.ts';
import { Menu } from '#web/ui/menus/menu.ts';

import { useCommandContext } from './command-context.ts';
import type { ItemTarget } from './command.ts';
import { entriesOf } from './entries.ts';
import { MENUS } from './more-commands.ts';

interface ItemMenuProps {
  readonly target: ItemTarget;
  /** The element that opened the menu. */
  readonly button: HTMLElement;
  /** The position of a context menu. */
  readonly at?: MenuPoint | undefined;
  readonly onClose: () => void;
}

/** The menu of a link, a folder or a selection, for its button and for a right click. */
export function ItemMenu({ target, button, at, onClose }: ItemMenuProps) {
  const triggerRef = useRef(button);
  const entries = entriesOf(MENUS[target.where], { item: target }, useCommandContext());
  return (
    <Menu
      label={target.where === 'selection' ? 'Selection' : 'More'}
      entries={entries}
      triggerRef={triggerRef}
      at={at}
      onClose={onClose}
    />
  );
}
