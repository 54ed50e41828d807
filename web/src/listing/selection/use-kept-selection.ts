import { useEffect } from 'react';

import { useClientState } from '#web/state/client-state.ts';
import { type KeptSelection, NOTHING_SELECTED, type Selection } from '#web/state/selection.ts';

export function selectionIn({ entry: last, selection }: KeptSelection, entry: string): Selection {
  return last === entry ? selection : NOTHING_SELECTED;
}

/**
 * The list is mounted again when the window becomes as narrow as a phone, and when the user comes back to it. Its selection
 * is kept for its history entry.
 */
export function useKeptSelection(entry: string, selection: Selection): void {
  const { selection: kept } = useClientState();
  useEffect(() => {
    if (selection !== NOTHING_SELECTED || kept.get().entry === entry) kept.set({ entry, selection });
  }, [kept, entry, selection]);
}
