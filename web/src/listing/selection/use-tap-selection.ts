import { type MouseEvent, type PointerEvent, useRef } from 'react';

import { countOf, type Item, type Items } from '@foldmark/library/memory/items';

import { itemAt } from '../list/item-at.ts';
import { rowOf } from '../list/row-of.ts';

interface TapSelectionOptions {
  readonly shown: Items;
  readonly selected: Items;
  readonly toggle: (item: Item, withShift: boolean) => void;
}

interface TapSelectionProps {
  readonly onPointerDownCapture: (event: PointerEvent<HTMLElement>) => void;
  readonly onClickCapture: (event: MouseEvent<HTMLElement>) => void;
}

/** While links are selected, a tap on any part of a row selects or deselects the row. */
export function useTapSelection({ shown, selected, toggle }: TapSelectionOptions): TapSelectionProps {
  const pointer = useRef('');
  return {
    // Remembers the pointer type, because in some browsers the click event has none.
    onPointerDownCapture: ({ pointerType }) => {
      pointer.current = pointerType;
    },
    onClickCapture: (event) => {
      const { target, currentTarget } = event;
      if (pointer.current !== 'touch' || countOf(selected) === 0) return;
      const row = rowOf(target, currentTarget);
      const item = row === null ? null : itemAt(shown, row);
      // A tap on the label of a checkbox also clicks the checkbox, which toggles the row itself.
      if (item === null || (target instanceof Element && target.closest('label') !== null)) return;
      event.preventDefault();
      event.stopPropagation();
      toggle(item, false);
    },
  };
}
