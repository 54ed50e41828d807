import { type KeyboardEvent, useEffect, useEffectEvent } from 'react';

import { useClientState } from '#web/state/client-state.ts';
import { isPopupOpen } from '#web/ui/is-typing.ts';
import { countOf, itemsIn, type Items, itemsOf } from '@foldmark/library/memory/items';

import { itemAt } from './item-at.ts';
import { listKeyOf } from './list-keys.ts';
import { currentRowIn, rowOf } from './row-of.ts';
import type { CommandsFor } from './use-list-commands.ts';

interface ListKeysOptions {
  readonly shown: Items;
  readonly selected: Items;
  readonly commandsFor: CommandsFor;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
}

/** The keys that act on the selected items, or on the focused one if none is selected. */
export function useListKeys(options: ListKeysOptions): (event: KeyboardEvent<HTMLElement>) => void {
  const { shown, selected, commandsFor, onSelectAll, onClear } = options;
  const { dragged, popup } = useClientState();
  useEscapeOnPage(countOf(selected) > 0, onClear);
  const itemsAt = (target: EventTarget, list: HTMLElement): Items | null => {
    if (countOf(selected) > 0) return selected;
    const row = rowOf(target, list);
    const item = row === null ? null : itemAt(shown, row);
    return item === null ? null : itemsOf(item.kind, [item.key]);
  };
  const runs = (event: KeyboardEvent<HTMLElement>): boolean => {
    const { target, currentTarget, nativeEvent } = event;
    const key = listKeyOf(nativeEvent);
    const isAnySelected = countOf(selected) > 0;
    if (key === null) return false;
    if (key === 'selectAll' || key === 'clear') {
      if (key === 'clear' && !isAnySelected) return false;
      (key === 'selectAll' ? onSelectAll : onClear)();
      return true;
    }
    const items = itemsAt(target, currentTarget);
    if (items === null) return false;
    const { remove, restore, removeFromFolder, setStar, move, areStarred, edit, copy } = commandsFor(items);
    switch (key) {
      case 'remove':
        remove(items);
        // The question before a deletion can be cancelled: then the selection must still be there.
        if (restore !== null) return true;
        break;
      case 'takeOut': {
        // A folder is always in a folder or at the root, so it can only be moved.
        const takeOut = restore ?? (items.folders.length > 0 ? null : removeFromFolder);
        if (takeOut === null) return false;
        takeOut(items);
        break;
      }
      case 'star':
        if (setStar === null) return false;
        setStar(items, !areStarred(items));
        break;
      case 'edit': {
        const [item, ...others] = itemsIn(items);
        if (item === undefined || others.length > 0) return false;
        edit(item);
        return true;
      }
      case 'copy':
        if (items.links.length === 0) return false;
        copy(items.links);
        return true;
      case 'move':
        move?.(items, onClear);
        return move !== null;
    }
    onClear();
    return true;
  };
  return (event) => {
    const { target, currentTarget, defaultPrevented } = event;
    // React also sends the events of the menus and questions that this list opens elsewhere in the page.
    const isInside = target instanceof Node && currentTarget.contains(target);
    // A popup may be open before it is rendered. What the user types is meant for the popup.
    if (!isInside || defaultPrevented || dragged.get() !== null || popup.get() !== null) return;
    const enters = event.key === 'ArrowDown' && target === currentTarget;
    if (enters ? enterRows(currentTarget) : runs(event)) event.preventDefault();
  };
}

/** Escape also clears the selection while nothing has the focus, for example after a click beside the list. */
function useEscapeOnPage(isAnySelected: boolean, onClear: () => void): void {
  const { dragged, popup } = useClientState();
  const clear = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const { target, defaultPrevented } = event;
    if (target !== document.body || defaultPrevented || listKeyOf(event) !== 'clear') return;
    if (dragged.get() === null && popup.get() === null && !isPopupOpen()) onClear();
  });
  useEffect(() => {
    if (!isAnySelected) return undefined;
    document.addEventListener('keydown', clear);
    return () => {
      document.removeEventListener('keydown', clear);
    };
  }, [isAnySelected]);
}

/** From the list itself, which has the focus after its last row was removed. */
function enterRows(list: HTMLElement): boolean {
  const row = currentRowIn(list);
  row?.focus();
  return row !== null;
}
