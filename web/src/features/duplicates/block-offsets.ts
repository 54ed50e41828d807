import type { Range } from '#web/listing/list/visible-range.ts';

/** Where each block of a column begins, and at the end the height of the column. */
export function offsetsOf(count: number, heightOf: (index: number) => number): Float64Array {
  const offsets = new Float64Array(count + 1);
  let top = 0;
  for (let index = 0; index < count; index += 1) {
    offsets[index] = top;
    top += heightOf(index);
  }
  offsets[count] = top;
  return offsets;
}

/** The index of the block at a height of the column; the first or last block if it is outside. */
export function blockAt(offsets: Float64Array, top: number): number {
  let [low, high] = [0, offsets.length - 2];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (offsetAt(offsets, middle) <= top) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/** The blocks that are visible or at most `margin` pixels away. */
export function blocksIn(
  offsets: Float64Array,
  { top, height, margin }: { readonly top: number; readonly height: number; readonly margin: number },
): Range {
  const count = offsets.length - 1;
  if (count === 0) return { start: 0, end: 0 };
  return { start: blockAt(offsets, top - margin), end: blockAt(offsets, top + height + margin) + 1 };
}

export function offsetAt(offsets: Float64Array, index: number): number {
  return offsets[index] ?? 0;
}
