import type { KeyboardEvent } from 'react';

import type { ListController } from './list-controller.ts';
import { rowOf } from './row-of.ts';

/**
 * The keys of a grid of any length, with a roving tabindex: Tab stops at one row and its controls. Up, Down, Page and Home/End
 * move between rows, Left and Right move within a row. Enter opens a row, Space selects it.
 */
export function rowKeys(
  controller: ListController,
  onSelect: (row: number, withShift: boolean) => void,
): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    const { target, currentTarget, key, altKey, ctrlKey, metaKey, shiftKey } = event;
    const row = rowOf(target, currentTarget);
    if (row === null || altKey || ctrlKey || metaKey || !(target instanceof HTMLElement)) return;
    const next = controller.rowOfKey(key, row);
    const onRow = target.matches('[data-row]');
    if (next !== null) controller.moveTo(next);
    else if (key === 'ArrowRight') focusBeside(target, 1);
    else if (key === 'ArrowLeft') focusBeside(target, -1);
    else if (key === ' ' && onRow) onSelect(row, shiftKey);
    else if (key === 'Enter' && onRow) target.querySelector<HTMLElement>('[data-open]')?.click();
    else return;
    event.preventDefault();
  };
}

/** Cycles through the row itself and its controls. */
function focusBeside(target: HTMLElement, step: number): void {
  const row = target.closest<HTMLElement>('[data-row]');
  if (row === null) return;
  const stops = [row, ...row.querySelectorAll<HTMLElement>('a, button, input')].filter((stop) =>
    stop.checkVisibility(),
  );
  stops.at((stops.indexOf(target) + step) % stops.length)?.focus();
}
