import { useEffect, useRef, type RefObject } from 'react';

/**
 * The buttons for a selection go with it, and the focus would with them: whoever pressed one goes on in the list, at its
 * row in the order of the tab key, or where the list was.
 */
export function useFocusAfterSelection(
  listRef: RefObject<HTMLElement | null>,
  isSelecting: boolean,
  isAsking: boolean,
): void {
  const wasSelecting = useRef(false);
  useEffect(() => {
    if (isSelecting) wasSelecting.current = true;
    if (isSelecting || isAsking || !wasSelecting.current) return undefined;
    // Whoever gives the focus back does so in the next frame, to a button that is gone.
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
  }, [listRef, isSelecting, isAsking]);
}
