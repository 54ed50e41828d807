import { useLayoutEffect, useRef, type RefObject } from 'react';

import { useClientState } from '#web/state/client-state.ts';
import { afterOverlay } from '#web/ui/after-overlay.ts';
import { isPopupOpen } from '#web/ui/is-typing.ts';

import { currentRowIn, rowOf } from './row-of.ts';
import type { Visit } from './use-visit.ts';

interface FocusAfterRemovalOptions {
  /** The list starts again with each visit. */
  readonly visit?: Visit;
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  /** Its identity changes when the rows change. */
  readonly items: unknown;
  readonly last: number;
  readonly isOverlayOpen: boolean;
  /** Called when the list gets the focus, and when it loses the focus to anything but an overlay. */
  readonly setFocused: (change: () => boolean) => void;
}

const OVERLAYS = '[role=menu], [role=dialog], [role=alertdialog]';

/**
 * When the focused row is removed, focuses the row that takes its place. Returns a function that must be called with each
 * element of the list that gets the focus.
 */
export function useFocusAfterRemoval(options: FocusAfterRemovalOptions): (target: EventTarget) => void {
  const { visit = '', scrollerRef, items, last, isOverlayOpen, setFocused } = options;
  const { popup } = useClientState();
  /** The last focused element of the list; null once the focus has moved elsewhere. */
  const focused = useRef<HTMLElement | null>(null);
  const shown = useRef(visit);
  const wasOverlayOpen = useRef(false);

  // The focus does not stay in a row that now shows an item of another list.
  useLayoutEffect(() => {
    if (shown.current === visit) return;
    shown.current = visit;
    focused.current = null;
    const { activeElement } = document;
    if (rowOf(activeElement, scrollerRef.current) === null) return;
    if (activeElement instanceof HTMLElement) activeElement.blur();
  }, [visit, scrollerRef]);

  useLayoutEffect(() => {
    let cancel: (() => void) | undefined;
    const focusNext = (): void => {
      const before = focused.current;
      if (document.activeElement !== document.body || before === null) return;
      const next = before.isConnected ? before : currentRowIn(scrollerRef.current);
      next?.focus({ preventScroll: true });
    };
    const restore = (isOverlayClosing: boolean): void => {
      cancel?.();
      // Without the focus, there is nothing to wait for: each frame takes time, also while a search is typed.
      if (focused.current === null || rowOf(document.activeElement, scrollerRef.current) !== null) return;
      if (isOverlayClosing) cancel = afterOverlay(focusNext);
      // Before the next key, which is meant for the next row.
      else focusNext();
    };
    if (!isOverlayOpen) restore(wasOverlayOpen.current || isPopupOpen());
    wasOverlayOpen.current = isOverlayOpen;
    // A popup that closes may have removed the row while it was open.
    const stop = popup.subscribe(() => {
      if (popup.get() === null) restore(true);
    });
    return () => {
      stop();
      cancel?.();
    };
  }, [items, last, isOverlayOpen, scrollerRef, popup]);

  // If the user focuses or presses anything else, the list stops restoring the focus. A row's overlay is part of the list.
  useLayoutEffect(() => {
    const onElsewhere = ({ target }: Event) => {
      const isInList = rowOf(target, scrollerRef.current) !== null;
      const isInOverlay = target instanceof Element && target.closest(OVERLAYS) !== null;
      if (isInList || isInOverlay) return;
      focused.current = null;
      setFocused(() => false);
    };
    document.addEventListener('focusin', onElsewhere);
    document.addEventListener('pointerdown', onElsewhere);
    return () => {
      document.removeEventListener('focusin', onElsewhere);
      document.removeEventListener('pointerdown', onElsewhere);
    };
  }, [scrollerRef, setFocused]);

  return (target) => {
    setFocused(() => true);
    focused.current = target instanceof HTMLElement ? target : null;
  };
}
