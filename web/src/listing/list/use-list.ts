import { useLayoutEffect, useState, useSyncExternalStore } from 'react';

import { useClientState } from '#web/state/client-state.ts';
import type { Selection } from '#web/state/selection.ts';
import { listen } from '#web/ui/browser/listen.ts';
import type { Items } from '@foldmark/library/memory/items';

import { type Arrangement, type Chosen, ListController, type ListView, NO_ITEMS } from './list-controller.ts';
import { ListElement } from './list-element.ts';
import type { RowLayout } from './row-layout.ts';
import { type Visit, useVisitState } from './use-visit.ts';

interface ListOptions extends Arrangement {
  readonly layout: RowLayout;
  /** The items of the rows. Without it, the focus and the scroll position do not follow rows that move. */
  readonly rows?: Items;
  /** The list starts again with each visit. */
  readonly visit?: Visit;
  /** Whether a row menu or a question is open. It restores the focus itself when it closes. */
  readonly isOverlayOpen?: boolean;
  /** The history entry whose scroll position and focused row the list keeps, and restores when the user returns to it. */
  readonly entry?: string;
  /** The initial selection of a visit. */
  readonly selection?: () => Selection;
}

interface List extends Chosen, Pick<ListElement, 'scrollerRef' | 'rootRef'> {
  readonly controller: ListController;
}

/** The state and the element of a list of any length. */
export function useList(options: ListOptions): List {
  const { layout, rows = NO_ITEMS, visit = '', arrangement, content, entry, selection } = options;
  const { isOverlayOpen = false } = options;
  const { popup, scrollPositions } = useClientState();
  const [element] = useState(() => new ListElement());
  const [controller] = useVisitState(
    visit,
    () =>
      new ListController({
        height: element.height,
        position: entry === undefined ? null : scrollPositions.get(entry),
        selection: selection?.(),
      }),
  );
  controller.setRows(rows, layout, { arrangement, content });
  const chosen = useSyncExternalStore(controller.subscribe, controller.chosen);
  const isEmpty = layout.count === 0;
  // Connects again after the list was empty, because an empty list has no element.
  useLayoutEffect(() => element.connect(controller), [element, controller, isEmpty]);
  useLayoutEffect(() => element.watchFocus(controller, popup), [element, controller, popup]);
  useLayoutEffect(() => {
    element.settleFocus(controller, isOverlayOpen);
  }, [element, controller, rows, layout, chosen, isOverlayOpen]);
  useLayoutEffect(() => {
    if (entry === undefined) return undefined;
    const keep = () => {
      scrollPositions.set(entry, controller.position());
    };
    const onHidden = () => {
      if (document.visibilityState === 'hidden') keep();
    };
    const stop = listen('visibilitychange', onHidden);
    return () => {
      keep();
      stop();
    };
  }, [controller, entry, scrollPositions]);
  return { controller, ...chosen, scrollerRef: element.scrollerRef, rootRef: element.rootRef };
}

/** The rows to render. */
export function useListView(controller: ListController): ListView {
  const view = useSyncExternalStore(controller.subscribe, controller.view);
  useLayoutEffect(() => {
    controller.settle();
  });
  return view;
}
