import type { MouseEvent } from 'react';

import { countOf, type Items } from '@foldmark/library/memory/items';
import type { Selection } from '#web/state/selection.ts';
import { menuPoint } from '#web/ui/menus/menu-point.ts';

import { itemAt } from '../list/item-at.ts';
import type { OpenMenu } from './row-props.ts';

interface ContextMenuOptions {
  readonly shown: Items;
  readonly selected: Items;
  readonly selection: Selection;
  readonly onOpen: (menu: OpenMenu) => void;
}

/**
 * A right click on a row, or the context menu key, opens the row's menu. If the row is one of several selected rows, the
 * selection's menu opens.
 */
export function useContextMenu(options: ContextMenuOptions): (event: MouseEvent<HTMLElement>) => void {
  const { shown, selected, selection, onOpen } = options;
  return (event) => {
    const { target, currentTarget } = event;
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    // React also bubbles events of the menus and questions that this list renders elsewhere in the page.
    if (row === null || !currentTarget.contains(row)) return;
    const item = itemAt(shown, Number(row.dataset['row']));
    if (item === null) return;
    event.preventDefault();
    const isOfSelection = countOf(selected) > 1 && selection[item.kind].has(item.key);
    onOpen({ ...item, button: row, at: menuPoint(event, row), isOfSelection });
  };
}
