const EDGE_PX = 48;
const FASTEST_PX_PER_MS = 0.9;

/** Scrolls the nearest scrollable ancestor if `y` is near its upper or lower edge. */
export function scrollAtEdge(element: Element, y: number, ms: number): void {
  const scroller = scrollerOf(element);
  if (scroller === null) return;
  const { top, bottom } = scroller.getBoundingClientRect();
  scroller.scrollTop += edgeSpeed(y, top, bottom) * ms;
}

/** The scroll speed in pixels per millisecond: faster near an edge, negative at the upper edge, 0 away from both. */
export function edgeSpeed(y: number, top: number, bottom: number): number {
  // In a low list, the middle third does not scroll.
  const edge = Math.min(EDGE_PX, (bottom - top) / 3);
  const above = Math.max(0, top + edge - y);
  const below = Math.max(0, y - (bottom - edge));
  return (Math.min(below, edge) - Math.min(above, edge)) * (FASTEST_PX_PER_MS / edge);
}

function scrollerOf(element: Element): Element | null {
  for (let next: Element | null = element; next !== null; next = next.parentElement) {
    if (next.scrollHeight > next.clientHeight && /auto|scroll/.test(getComputedStyle(next).overflowY))
      return next;
  }
  return null;
}
