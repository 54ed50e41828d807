import { useEffect, useRef, type RefObject } from 'react';

import { useClientState } from '#web/state/client-state.ts';
import { afterOverlay } from '#web/ui/after-overlay.ts';

import type { Visit } from './use-visit.ts';

interface FocusAfterLastOptions {
  readonly listRef: RefObject<HTMLElement | null>;
  readonly visit: Visit;
  readonly isEmpty: boolean;
  readonly isOverlayOpen: boolean;
}

/** Focuses the list when its last row is removed. The grid is gone then, so that the focus would fall back to the page. */
export function useFocusAfterLast({ listRef, visit, isEmpty, isOverlayOpen }: FocusAfterLastOptions): void {
  const { popup } = useClientState();
  /** The visit in which the list has had rows. */
  const filledIn = useRef<Visit | null>(null);
  useEffect(() => {
    if (!isEmpty) filledIn.current = visit;
    if (!isEmpty || isOverlayOpen || filledIn.current !== visit) return undefined;
    const restore = () =>
      afterOverlay(() => {
        if (document.activeElement === document.body) listRef.current?.focus({ preventScroll: true });
      });
    let cancel = restore();
    // The popup in which the row was removed can still be open.
    const stop = popup.subscribe(() => {
      cancel();
      if (popup.get() === null) cancel = restore();
    });
    return () => {
      stop();
      cancel();
    };
  }, [listRef, visit, isEmpty, isOverlayOpen, popup]);
}
