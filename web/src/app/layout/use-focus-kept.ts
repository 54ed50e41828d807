import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

import { focusMain } from './focus-main.ts';

/** Whoever comes to a page by something that is gone with the page before goes on from this one, not from the top. */
export function useFocusKept(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return undefined;
    last.current = pathname;
    // A popup that closes gives the focus back in the next frame, to what may be gone.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        if (document.activeElement === document.body) focusMain();
      });
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [pathname]);
}
