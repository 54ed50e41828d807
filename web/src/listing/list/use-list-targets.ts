import { type RefObject, useCallback, useMemo } from 'react';

import { useFocusTarget } from '#web/commands/command-context.ts';
import type { ItemTarget, LookChoice, Question, Targets } from '#web/commands/command.ts';
import { isTrashedLink } from '#web/commands/item-target.ts';
import { useLibrary } from '#web/hooks/library-hooks.ts';
import { useClientState } from '#web/state/client-state.ts';
import { countOf, type Item, type Items, itemsOf } from '@foldmark/library/memory/items';

import { folderOf, type Place } from '../place/place.ts';
import { itemAt } from './item-at.ts';
import { rowOf } from './row-of.ts';

interface ListTargetsOptions {
  readonly listRef: RefObject<HTMLElement | null>;
  readonly place: Place;
  readonly look: LookChoice;
  readonly shown: Items;
  readonly selected: Items;
  readonly onAsk: (question: Question) => void;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
  readonly onToggle: (item: Item, withShift: boolean) => void;
  readonly onEnter: () => void;
  readonly onFlip: () => void;
}

export interface ListTargets {
  readonly list: Targets['list'];
  readonly selection: ItemTarget;
  readonly targetOf: (items: Items, where: 'row' | 'selection') => ItemTarget;
}

/** What the commands of a list act on. The keys act on the selected items, or on the focused one if none is selected. */
export function useListTargets(options: ListTargetsOptions): ListTargets {
  const { listRef, look, shown, selected, onSelectAll, onClear, onToggle, onEnter, onFlip } = options;
  const targetOf = useTargetOf(options);
  const selection = useMemo(() => targetOf(selected, 'selection'), [targetOf, selected]);
  const isAnySelected = countOf(selected) > 0;
  const { preview } = useClientState();
  const list: Targets['list'] = {
    look,
    isAnySelected,
    selectAll: onSelectAll,
    clear: onClear,
    enter: countOf(shown) === 0 ? null : onEnter,
    toggleRow: null,
    flip: onFlip,
  };
  useFocusTarget(listRef, (at) => {
    const row = rowOf(at, listRef.current);
    const item = row === null ? null : itemAt(shown, row);
    const toggleRow = item === null ? null : () => onToggle(item, false);
    const focused = item === null ? undefined : targetOf(itemsOf(item.kind, [item.key]), 'row');
    const target = isAnySelected ? selection : focused;
    return { targets: { list: { ...list, toggleRow }, preview, ...(target && { item: target }) } };
  });
  // The list can be entered and reversed from anywhere. The Clear key works while nothing has the focus, for example after a click beside it.
  useFocusTarget(null, (at) => ({
    targets: { list, preview, ...(isAnySelected && { item: selection }) },
    only:
      at === document.body
        ? ['enter', 'reverse', 'next-look', 'clear', 'close-preview']
        : ['enter', 'reverse', 'next-look'],
  }));
  return { list, selection, targetOf };
}

function useTargetOf({ place, onAsk, onClear }: ListTargetsOptions): ListTargets['targetOf'] {
  const library = useLibrary();
  const folder = folderOf(place);
  const isTrash = place.kind === 'trash';
  return useCallback(
    (items, where) => ({
      items,
      where,
      folder,
      // Outside of the trash, all folders of a list are active. A search can list trashed and other links together.
      isTrashed:
        (isTrash || (items.folders.length === 0 && items.links.length > 0)) &&
        items.links.every((link) => isTrashedLink(link, library)),
      ask: onAsk,
      onDone: where === 'selection' ? onClear : undefined,
    }),
    [library, folder, isTrash, onAsk, onClear],
  );
}
