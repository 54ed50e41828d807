import {
  LAYOUT_SAVE_DELAY_MS,
  RESIZE_STEP_PERCENT,
  RESIZE_STEP_SHIFT_PERCENT,
} from '@foldmark/contract/limits';

const KEY = 'foldmark.layout';

/** A function, because reading `localStorage` throws in a browser that blocks storage. */
type LayoutStorage = () => Pick<Storage, 'getItem' | 'setItem'>;

/** The saved width of the left rail in percent of the window; null if the user never resized it. */
export function savedRailPercent(storage: LayoutStorage): number | null {
  try {
    const percent = Number.parseFloat(storage().getItem(KEY) ?? '');
    return percent > 0 && percent < 100 ? percent : null;
  } catch {
    // The browser blocks storage, so the width is not remembered.
    return null;
  }
}

/** Saves a width with a debounce, so that dragging does not write at each pixel. */
export function railPercentSaver(storage: LayoutStorage): (percent: number) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (percent) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      try {
        storage().setItem(KEY, percent.toFixed(3));
      } catch {
        // As above.
      }
    }, LAYOUT_SAVE_DELAY_MS);
  };
}

/** How far a key moves the rail's edge, in percent of the window; null for any other key. */
export function resizeStep(key: string, shift: boolean): number | null {
  const step = shift ? RESIZE_STEP_SHIFT_PERCENT : RESIZE_STEP_PERCENT;
  if (key === 'ArrowLeft') return -step;
  return key === 'ArrowRight' ? step : null;
}
