import { useEffect, useRef } from 'react';

import { focusMain } from './focus-main.ts';

/**
 * Whoever comes to a page by something that is gone with the page before goes on from this one, not from the top. The page
 * is null until it is clear which one is the first.
 */
export function useFocusOnPageChange(page: string | null): void {
  const last = useRef(page);
  useEffect(() => {
    const before = last.current;
    last.current = page;
    if (before === null || before === page) return undefined;
    // A popup that closes gives the focus back in the next frame, to what may be gone.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        if (document.activeElement === document.body) focusMain();
      });
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [page]);
}
