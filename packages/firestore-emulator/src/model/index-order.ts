import { compareUtf8 } from '#firestore/model/utf8-order.ts';
import { compareValues } from '#firestore/model/value-order.ts';
import type { Value } from '#firestore/model/value.ts';

/** https://firebase.google.com/docs/firestore/quotas#indexes. The size of a string is one byte more than its text. */
const MAX_INDEXED_BYTES = 1500;
const MAX_INDEXED_TEXT_BYTES = MAX_INDEXED_BYTES - 1;
const MAX_BYTES_PER_UNIT = 3;

/**
 * Compares values as the entries of an index, which have only the start of a long string or of long bytes. So two long values
 * with the same start are equal. A filter needs no such comparison, since its operands are short.
 */
export function compareIndexed(a: Value, b: Value): number {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  const areLong =
    a instanceof Uint8Array &&
    b instanceof Uint8Array &&
    a.length > MAX_INDEXED_BYTES &&
    b.length > MAX_INDEXED_BYTES;
  return areLong
    ? Buffer.compare(a.subarray(0, MAX_INDEXED_BYTES), b.subarray(0, MAX_INDEXED_BYTES))
    : compareValues(a, b);
}

/** If only one text is long, it differs from the other in its start, or is longer. */
function compareTexts(a: string, b: string): number {
  const [startOfA, startOfB] = [indexedStart(a), indexedStart(b)];
  return startOfA < a.length && startOfB < b.length
    ? compareUtf8(a.slice(0, startOfA), b.slice(0, startOfB))
    : compareUtf8(a, b);
}

/** How many UTF-16 code units of a text an index has. As in Google's emulator, the last character is a whole one. */
function indexedStart(text: string): number {
  if (text.length * MAX_BYTES_PER_UNIT <= MAX_INDEXED_TEXT_BYTES) return text.length;
  let bytes = 0;
  let units = 0;
  for (const character of text) {
    if (bytes >= MAX_INDEXED_TEXT_BYTES) break;
    bytes += Buffer.byteLength(character);
    units += character.length;
  }
  return units;
}
