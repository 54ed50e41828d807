/** A collection with an indexed timestamp accepts some 500 writes a second. */
export const WRITES_PER_SECOND = 400;

/** Returns how many milliseconds to wait after this many writes to one collection, of which `spentMs` have passed already. */
export function paceOf(writes: number, spentMs: number): number {
  return Math.max(0, (writes / WRITES_PER_SECOND) * 1000 - spentMs);
}
