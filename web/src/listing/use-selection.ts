import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';

import type { Item, Items } from '#web/sync/library/items.ts';

import {
  NOTHING_SELECTED,
  rangeToggled,
  selectedOf,
  selectionOf,
  toggled,
  type Selection,
} from './selection.ts';

interface SelectionState {
  readonly selection: Selection;
  /** The selected items that are shown. */
  readonly selected: Items;
  /** Never changes, so that a new search result does not render the rows that stay. */
  readonly toggle: (item: Item, withShift: boolean) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

/** The selection in a list that shows these items. */
export function useSelection(shown: Items): SelectionState {
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  const shownRef = useRef<Items>(shown);
  useLayoutEffect(() => {
    shownRef.current = shown;
  }, [shown]);
  const toggle = useCallback((item: Item, withShift: boolean) => {
    const { current } = shownRef;
    setSelection((before) => (withShift ? rangeToggled(before, item, current) : toggled(before, item)));
  }, []);
  return {
    selection,
    selected: useMemo(() => selectedOf(shown, selection), [shown, selection]),
    toggle,
    selectAll: () => {
      setSelection(selectionOf(shown));
    },
    clear: () => {
      setSelection(NOTHING_SELECTED);
    },
  };
}
