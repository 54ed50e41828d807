import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation } from 'react-router-dom';

import { useClientState } from '#web/state/client-state.ts';
import { NOTHING_SELECTED, type Selection } from '#web/state/selection.ts';
import { countOf, type Item, type Items } from '@foldmark/library/memory/items';

import { rangeToggled, selectedOf, selectionOf, toggled } from './selection.ts';
import { useBackEndsSelection } from './use-back-ends-selection.ts';
import { type Visit, useVisitState } from '../list/use-visit.ts';

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
export function useSelection(visit: Visit, shown: Items): SelectionState {
  const [selection, setSelection] = useKeptSelection(visit);
  const shownRef = useRef<Items>(shown);
  useLayoutEffect(() => {
    shownRef.current = shown;
  }, [shown]);
  const toggle = useCallback(
    (item: Item, withShift: boolean) => {
      const { current } = shownRef;
      setSelection((before) => (withShift ? rangeToggled(before, item, current) : toggled(before, item)));
    },
    [setSelection],
  );
  const clear = useCallback(() => {
    setSelection(() => NOTHING_SELECTED);
  }, [setSelection]);
  const selected = useMemo(() => selectedOf(shown, selection), [shown, selection]);
  useBackEndsSelection(visit, countOf(selected) > 0, clear);
  return {
    selection,
    selected,
    toggle,
    selectAll: () => {
      setSelection(() => selectionOf(shown));
    },
    clear,
  };
}

/**
 * The list is mounted again when the window becomes as narrow as a phone, and when the user comes back to it. Its selection
 * is kept for its history entry.
 */
function useKeptSelection(visit: Visit) {
  const { selection: kept } = useClientState();
  const { key: entry } = useLocation();
  const [selection, setSelection] = useVisitState<Selection>(visit, () => {
    const last = kept.get();
    return last.entry === entry ? last.selection : NOTHING_SELECTED;
  });
  useEffect(() => {
    if (selection !== NOTHING_SELECTED || kept.get().entry === entry) kept.set({ entry, selection });
  }, [kept, entry, selection]);
  return [selection, setSelection] as const;
}
