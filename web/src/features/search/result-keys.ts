import type { KeyboardEvent } from 'react';

import { rowOf } from '#web/listing/list/row-of.ts';
import { focusSearchField } from '#web/state/search.ts';

/** From the first row, ArrowUp returns to the field. */
export function leaveFirstRow(event: KeyboardEvent<HTMLElement>): void {
  const { key, altKey, ctrlKey, metaKey, target, currentTarget } = event;
  if (key !== 'ArrowUp' || altKey || ctrlKey || metaKey || rowOf(target, currentTarget) !== 0) return;
  event.preventDefault();
  event.stopPropagation();
  focusSearchField();
}
