const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;

/**
 * Compares strings by their UTF-8 bytes. UTF-16 has the same order except for surrogates: their characters follow
 * U+E000..U+FFFF in UTF-8 and precede them in UTF-16.
 */
export function compareUtf8(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at += 1) {
    const unitA = a.charCodeAt(at);
    const unitB = b.charCodeAt(at);
    if (unitA !== unitB) return compareUnits(unitA, unitB);
  }
  return a.length - b.length;
}

/** Compares two strings by the first code units in which they differ. */
export function compareUnits(a: number, b: number): number {
  const surrogateA = a >= FIRST_SURROGATE && a <= LAST_SURROGATE;
  const surrogateB = b >= FIRST_SURROGATE && b <= LAST_SURROGATE;
  if (surrogateA === surrogateB) return a - b;
  return surrogateA ? 1 : -1;
}
