import type { Popup } from '#web/state/client-state.ts';
import type { Readable } from '#web/sync/store.ts';
import { afterOverlay } from '#web/ui/focus/after-overlay.ts';
import { isPopupOpen } from '#web/ui/focus/is-typing.ts';
import { listen } from '#web/ui/browser/listen.ts';

import type { ListController, ListPort } from './list-controller.ts';
import { currentRowIn, rowOf } from './row-of.ts';

/** Events that show that the user is about to move the list. */
const GESTURES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
const OVERLAYS = '[role=menu], [role=dialog], [role=alertdialog]';

/** The DOM elements of a list. Passes their events to the controller, and scrolls and focuses for it. */
export class ListElement implements ListPort {
  /** The element that scrolls. */
  readonly scrollerRef: { current: HTMLDivElement | null } = { current: null };
  /** The list with its bar, or what replaces an empty list. By default the element that scrolls. */
  readonly rootRef: { current: HTMLDivElement | null } = { current: null };
  /** The height of the list when it was measured last. */
  height = innerHeight;
  #top = 0;
  #controller: ListController | null = null;
  /** The element of the list that was focused last. */
  #focused: HTMLElement | null = null;
  #wasOverlayOpen = false;
  #cancel: () => void = () => undefined;

  scrollTo(top: number): number {
    const { current: scroller } = this.scrollerRef;
    // Reading or setting the scroll position forces a layout.
    if (scroller === null || (top === 0 && this.#top === 0)) return 0;
    scroller.scrollTop = top;
    this.#top = scroller.scrollTop;
    return this.#top;
  }

  measure(): { readonly top: number; readonly height: number } {
    const { scrollTop = 0, clientHeight = this.height } = this.scrollerRef.current ?? {};
    return { top: scrollTop, height: clientHeight };
  }

  focusRow(row: number): void {
    this.scrollerRef.current
      ?.querySelector<HTMLElement>(`[data-row="${row}"]`)
      ?.focus({ preventScroll: true });
  }

  isFocusFree(): boolean {
    const { activeElement } = document;
    return activeElement === null || activeElement.matches('body, main');
  }

  /** Connects the controller with the rows. Returns a function that disconnects it. */
  connect(controller: ListController): () => void {
    const { current: scroller } = this.scrollerRef;
    if (this.#controller !== controller) this.#leave();
    this.#controller = controller;
    if (scroller === null) {
      this.#top = 0;
      return () => undefined;
    }
    const listening = new AbortController();
    const options = { passive: true, signal: listening.signal };
    const measure = () => {
      const { top, height } = this.measure();
      this.#top = top;
      this.height = height;
      controller.scrolled(top, height);
    };
    scroller.addEventListener('scroll', measure, options);
    for (const gesture of GESTURES)
      scroller.addEventListener(
        gesture,
        () => {
          controller.gesture();
        },
        options,
      );
    // The observer also calls `measure` when it starts, after the layout that happens anyway.
    const observer = new ResizeObserver(measure);
    observer.observe(scroller);
    controller.connect(this);
    return () => {
      listening.abort();
      observer.disconnect();
      controller.connect(null);
    };
  }

  /**
   * Tells the controller whether the focus is in the list, and restores it when a popup closes that may have removed the focused
   * element. If the user focuses or presses anything else, the list stops restoring the focus. A row's overlay is part of the list.
   */
  watchFocus(controller: ListController, popup: Readable<Popup | null>): () => void {
    const onFocusOrPress = ({ type, target }: Event): void => {
      if (!(target instanceof HTMLElement)) return;
      if (!this.#contains(target)) {
        if (target.closest(OVERLAYS) === null) controller.focusOut();
      } else if (type === 'focusin') {
        this.#focused = target;
        controller.focusIn(rowOf(target, this.scrollerRef.current));
      }
    };
    const stops = [
      listen('focusin', onFocusOrPress),
      listen('pointerdown', onFocusOrPress),
      popup.subscribe(() => {
        if (popup.get() === null) this.#restoreLater(controller);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      this.#cancel();
    };
  }

  /** Restores the focus after the rows, the selection or the overlays of the list have changed. */
  settleFocus(controller: ListController, isOverlayOpen: boolean): void {
    const isOverlayClosing = this.#wasOverlayOpen;
    this.#wasOverlayOpen = isOverlayOpen;
    this.#cancel();
    // If the list does not own the focus, skip the work, because each frame counts while the user types a search.
    if (isOverlayOpen || controller.focusHome === null) return;
    // Restores the focus at once, because the next key is meant for the next row.
    if (controller.view().isFocused && !isOverlayClosing && !isPopupOpen()) this.#restore(controller);
    // While an overlay closes, the list is still inert.
    if (this.#contains(document.activeElement)) controller.focusRestored();
    else this.#restoreLater(controller);
  }

  /** Moves the focus out of a row that now shows an item of another list. */
  #leave(): void {
    this.#focused = null;
    const { activeElement } = document;
    if (rowOf(activeElement, this.scrollerRef.current) === null) return;
    if (activeElement instanceof HTMLElement) activeElement.blur();
  }

  #restoreLater(controller: ListController): void {
    this.#cancel();
    if (controller.focusHome === null) return;
    this.#cancel = afterOverlay(() => {
      if (!isPopupOpen()) this.#restore(controller);
    });
  }

  #restore(controller: ListController): void {
    const home = controller.focusHome;
    controller.focusRestored();
    if (home === null || document.activeElement !== document.body) return;
    const row = this.#focused?.isConnected === true ? this.#focused : currentRowIn(this.scrollerRef.current);
    (home === 'row' && row !== null ? row : this.rootRef.current)?.focus({ preventScroll: true });
  }

  #contains(target: Element | null): boolean {
    return (this.rootRef.current ?? this.scrollerRef.current)?.contains(target) === true;
  }
}
