/** A collection with an indexed timestamp takes some 500 writes a second. */
export const WRITES_PER_SECOND = 400;

/** Returns how many milliseconds to wait after so many writes to one collection, of which some have been spent. */
export function paceOf(writes: number, spentMs: number): number {
  return Math.max(0, (writes / WRITES_PER_SECOND) * 1000 - spentMs);
}
