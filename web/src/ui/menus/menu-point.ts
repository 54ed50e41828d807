import type { MouseEvent } from 'react';

/** A position in the window, in pixels. */
export interface MenuPoint {
  readonly x: number;
  readonly y: number;
}

/** The position of a context menu: at the pointer. Undefined if a key opened the menu away from the row. */
export function menuPoint({ clientX: x, clientY: y }: MouseEvent, row: Element): MenuPoint | undefined {
  const { left, right, top, bottom } = row.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom ? { x, y } : undefined;
}
