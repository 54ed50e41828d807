import type { KeyboardEvent } from 'react';

import { rowOf } from '#web/listing/list/row-of.ts';
import { focusSearchField } from '#web/state/search.ts';

/** The keys that return from the results to the field: ArrowUp in the first row, and Escape without a selection. */
export const RESULT_KEYS = {
  onKeyDownCapture: (event: KeyboardEvent<HTMLElement>): void => {
    const { key, altKey, ctrlKey, metaKey, target, currentTarget } = event;
    if (key !== 'ArrowUp' || altKey || ctrlKey || metaKey || rowOf(target, currentTarget) !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    focusSearchField();
  },
  onKeyDown: ({ key, target, currentTarget, defaultPrevented }: KeyboardEvent<HTMLElement>): void => {
    // React also sends the events of menus that the list opens elsewhere in the page.
    const isInside = target instanceof Node && currentTarget.contains(target);
    if (key === 'Escape' && isInside && !defaultPrevented) focusSearchField();
  },
};
