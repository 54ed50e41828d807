import { useEffect, useRef, type RefObject } from 'react';

import type { Visit } from './use-visit.ts';

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
    // A closing overlay restores the focus in the next frame, to a button that has disappeared. So this waits for two frames.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        selectedIn.current = null;
        if (document.activeElement !== document.body) return;
        const row = listRef.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]');
        (row ?? listRef.current)?.focus({ preventScroll: true });
      });
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [listRef, visit, isSelecting, isOverlayOpen]);
}
