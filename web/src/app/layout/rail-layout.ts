const KEY = 'foldmark.layout';
const LEFT_RAIL_DEFAULT_PERCENT = 15;
const PREVIEW_DEFAULT_PERCENT = 27;
const LAYOUT_SAVE_DELAY_MS = 100;
const RESIZE_STEP_PERCENT = 10;
const RESIZE_STEP_SHIFT_PERCENT = 100;

/** The widths of the rails, in percent of the window. */
export interface RailWidths {
  readonly left: number;
  /** The width of the empty right rail. */
  readonly right: number;
  /** The width of the right rail while it shows the details of a link. */
  readonly preview: number;
}

/** The right rail has no width until the user gives it one, or opens the details of a link. */
const DEFAULT: RailWidths = {
  left: LEFT_RAIL_DEFAULT_PERCENT,
  right: 0,
  preview: PREVIEW_DEFAULT_PERCENT,
};

/** A function, because reading `localStorage` throws in a browser that blocks storage. */
type LayoutStorage = () => Pick<Storage, 'getItem' | 'setItem'>;

/** The saved widths, or the default ones. */
export function savedRailWidths(storage: LayoutStorage): RailWidths {
  try {
    const [left = NaN, right = 0, preview = PREVIEW_DEFAULT_PERCENT] = (storage().getItem(KEY) ?? '')
      .split(' ')
      .map(Number.parseFloat);
    const isValid = left > 0 && right >= 0 && preview > 0 && preview < 100 && left + right < 100;
    return isValid ? { left, right, preview } : DEFAULT;
  } catch {
    // The browser blocks storage, so the widths are not remembered.
    return DEFAULT;
  }
}

/** Saves the widths with a debounce, so that dragging does not write at each pixel. */
export function railWidthsSaver(storage: LayoutStorage): (widths: RailWidths) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return ({ left, right, preview }) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      try {
        storage().setItem(KEY, [left, right, preview].map((width) => width.toFixed(3)).join(' '));
      } catch {
        // The browser blocks storage, so the widths are not saved.
      }
    }, LAYOUT_SAVE_DELAY_MS);
  };
}

/** How far a key moves the edge of a rail to the right, in percent of the window; null for any other key. */
export function resizeStep(key: string, shift: boolean): number | null {
  const step = shift ? RESIZE_STEP_SHIFT_PERCENT : RESIZE_STEP_PERCENT;
  if (key === 'ArrowLeft') return -step;
  return key === 'ArrowRight' ? step : null;
}

/** The width of a rail after it grew by a step, or shrank by a negative one. It has room beside the other rail. */
export function resized(width: number, step: number, other: number): number {
  return Math.min(100 - other, Math.max(0, width + step));
}

/** In a wide window, the search field of the header begins where the lists beside the rail do. */
export function showRailWidth(left: number): void {
  document.querySelector<HTMLElement>('#root header')?.style.setProperty('--rail', `${left}vw`);
}
