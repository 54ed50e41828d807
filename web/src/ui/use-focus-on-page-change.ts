import { useEffect, useRef } from 'react';

import { focusMain } from './focus-main.ts';

/**
 * If a page change removes the focused element, or if `mustFocus` says so, moves the focus to the main area. Otherwise Tab would
 * start at the top of the document. Pass null until the first page is known.
 */
export function useFocusOnPageChange(page: string | null, mustFocus = false): void {
  const last = useRef(page);
  useEffect(() => {
    const before = last.current;
    last.current = page;
    if (before === null || before === page) return undefined;
    // A closing popup restores the focus in the next frame, perhaps to a removed element. So this waits for two frames.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        if (mustFocus || document.activeElement === document.body) focusMain();
      });
    });
    return () => {
      cancelAnimationFrame(frame);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- belongs to the page
  }, [page]);
}
