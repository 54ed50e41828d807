import { useEffect, useRef, type RefObject } from 'react';

import { afterOverlay } from '#web/ui/after-overlay.ts';

import { currentRowIn } from '../list/row-of.ts';
import type { Visit } from '../list/use-visit.ts';

interface FocusAfterSelectionOptions {
  readonly listRef: RefObject<HTMLElement | null>;
  readonly visit: Visit;
  readonly isSelecting: boolean;
  readonly isOverlayOpen: boolean;
}

/**
 * Keeps the focus in the list when the selection ends. The selection's buttons disappear then, so the focus would fall back to
 * the page. Focuses the current row, or the list if it has no rows.
 */
export function useFocusAfterSelection(options: FocusAfterSelectionOptions): void {
  const { listRef, visit, isSelecting, isOverlayOpen } = options;
  /** The visit in which items are or were selected. */
  const selectedIn = useRef<Visit | null>(null);
  useEffect(() => {
    if (isSelecting) selectedIn.current = visit;
    if (isSelecting || isOverlayOpen || selectedIn.current !== visit) return undefined;
    return afterOverlay(() => {
      selectedIn.current = null;
      if (document.activeElement !== document.body) return;
      const row = currentRowIn(listRef.current);
      (row ?? listRef.current)?.focus({ preventScroll: true });
    });
  }, [listRef, visit, isSelecting, isOverlayOpen]);
}
