const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;

/**
 * Strings by their UTF-8 bytes. UTF-16 agrees with that but for surrogates, whose characters come after U+E000..U+FFFF
 * in UTF-8 and before them in UTF-16.
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

/** The order of two strings that differ first in these code units. */
export function compareUnits(a: number, b: number): number {
  const surrogateA = a >= FIRST_SURROGATE && a <= LAST_SURROGATE;
  const surrogateB = b >= FIRST_SURROGATE && b <= LAST_SURROGATE;
  if (surrogateA === surrogateB) return a - b;
  return surrogateA ? 1 : -1;
}
