const EDGE_PX = 48;
const FASTEST_PX_PER_MS = 0.9;

/** Scrolls what this element is in when something is held at its upper or lower edge. */
export function scrollAtEdge(element: Element, y: number, ms: number): void {
  const scroller = scrollerOf(element);
  if (scroller === null) return;
  const { top, bottom } = scroller.getBoundingClientRect();
  scroller.scrollTop += edgeSpeed(y, top, bottom) * ms;
}

/** In pixels per millisecond: faster nearer to the edge, negative at the upper one, 0 away from both. */
export function edgeSpeed(y: number, top: number, bottom: number): number {
  // In a low list there is a middle, too, where it stays.
  const edge = Math.min(EDGE_PX, (bottom - top) / 3);
  const above = Math.max(0, top + edge - y);
  const below = Math.max(0, y - (bottom - edge));
  return (Math.min(below, edge) - Math.min(above, edge)) * (FASTEST_PX_PER_MS / edge);
}

function scrollerOf(element: Element): Element | null {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return null;
}
