import { useEffect, useRef } from 'react';

import { afterOverlay } from '#web/ui/focus/after-overlay.ts';
import { focusMenuButton } from '#web/ui/focus/focus-menu-button.ts';

/** If the header hides the focused button when the window becomes narrow or wide, keeps the focus in the page. */
export function useFocusAfterResize(isNarrow: boolean): void {
  const last = useRef<EventTarget | null>(null);
  useEffect(() => {
    // Browsers take the focus from a hidden element, perhaps before the page renders for the new width.
    const onFocus = ({ target }: FocusEvent): void => {
      last.current = target;
    };
    document.addEventListener('focusin', onFocus);
    return () => {
      document.removeEventListener('focusin', onFocus);
    };
  }, []);
  useEffect(() => {
    const focused = last.current;
    const isHidden =
      focused instanceof Element && focused.isConnected && focused.getClientRects().length === 0;
    return isHidden ? afterOverlay(focusMenuButton) : undefined;
  }, [isNarrow]);
}
