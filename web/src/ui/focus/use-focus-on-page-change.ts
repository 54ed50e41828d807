import { useEffect, useRef } from 'react';

import { afterOverlay } from './after-overlay.ts';
import { focusMain } from './focus-main.ts';

/**
 * Moves the focus to the main area if a page change removes the focused element, or if `mustFocus` is set. Otherwise Tab would
 * start at the top of the document. Pass null until the first page is known.
 */
export function useFocusOnPageChange(page: string | null, mustFocus = false): void {
  const last = useRef(page);
  useEffect(() => {
    const before = last.current;
    last.current = page;
    if (before === null || before === page) return undefined;
    return afterOverlay(() => {
      if (mustFocus || document.activeElement === document.body) focusMain();
    });
    // oxlint-disable-next-line react/exhaustive-deps -- belongs to the page
  }, [page]);
}
