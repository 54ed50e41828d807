import { useEffect, useRef, type RefObject } from 'react';

/**
 * Keeps the focus in the list when the selection ends. The selection's buttons disappear then, so the focus would fall back to
 * the page. Focuses the current row, or the list if it has no rows.
 */
export function useFocusAfterSelection(
  listRef: RefObject<HTMLElement | null>,
  isSelecting: boolean,
  isOverlayOpen: boolean,
): void {
  const wasSelecting = useRef(false);
  useEffect(() => {
    if (isSelecting) wasSelecting.current = true;
    if (isSelecting || isOverlayOpen || !wasSelecting.current) return undefined;
    // A closing overlay restores the focus in the next frame, to a button that has disappeared. So this waits for two frames.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        wasSelecting.current = false;
        if (document.activeElement !== document.body) return;
        const row = listRef.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]');
        (row ?? listRef.current)?.focus({ preventScroll: true });
      });
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [listRef, isSelecting, isOverlayOpen]);
}
