import type { ShownGesture } from '#web/sync/changes/showing/shown-gesture.ts';

/** A gesture with this many changes is stored and sent in later tasks, because that takes as long as showing it. */
export const LARGE_COUNT = 1000;
/**
 * A gesture with more changes does not show in one task, because that would take more than 100 ms. Its first task shows
 * `LARGE_COUNT` changes.
 */
const SHOWN_AT_ONCE = 10_000;
/** The most changes that a further task shows or rolls back. That takes about 30 ms in a library of 100,000 links. */
const SLICE = 5000;
/** The most changes whose guards one task prepares, before the gesture is stored. */
const PREPARED_SLICE = 20_000;

type Slice = () => void;

interface LastSlices {
  readonly store: Slice;
  readonly send: Slice;
}

/** The slices that perform a gesture: they show, store and send it. */
export function gestureSlices(shown: ShownGesture, { store, send }: LastSlices): readonly Slice[] {
  const { isGuarded = false, changes } = shown.gesture;
  const { length } = changes;
  const first = firstCount(length);
  const show = (): void => {
    shown.show(first);
  };
  const prepare = sliceStarts(first, length, PREPARED_SLICE).map((start) => () => {
    shown.prepare(start, start + PREPARED_SLICE);
  });
  const showMore = sliceStarts(first, length, SLICE).map(() => () => {
    shown.show(SLICE);
  });
  // Store the gesture before the rest shows, because the page may close meanwhile.
  return [show, ...(isGuarded ? [] : prepare), store, ...showMore, send];
}

/** The slices that roll back the changes of a gesture from an index on. */
export function rollBackSlices(shown: ShownGesture, from: number): readonly Slice[] {
  return sliceStarts(from, shown.gesture.changes.length, SLICE).map((start) => () => {
    shown.rollBack(start, start + SLICE);
  });
}

/** How many changes of a gesture the first task shows. */
export function firstCount(count: number): number {
  return count <= SHOWN_AT_ONCE ? count : LARGE_COUNT;
}

/** The start indexes of slices of this size, beginning at an index. */
function sliceStarts(from: number, count: number, size: number): readonly number[] {
  const length = Math.ceil(Math.max(0, count - from) / size);
  return Array.from({ length }, (_, slice) => from + slice * size);
}
