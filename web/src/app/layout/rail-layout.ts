const KEY = 'foldmark.layout';
const LEFT_RAIL_DEFAULT_PERCENT = 15;
const LAYOUT_SAVE_DELAY_MS = 100;
const RESIZE_STEP_PERCENT = 10;
const RESIZE_STEP_SHIFT_PERCENT = 100;

/** The widths of the rails, in percent of the window. */
export interface RailWidths {
  readonly left: number;
  readonly right: number;
}

/** The right rail is empty, so it has no width until the user gives it one. */
const DEFAULT: RailWidths = { left: LEFT_RAIL_DEFAULT_PERCENT, right: 0 };

/** A function, because reading `localStorage` throws in a browser that blocks storage. */
type LayoutStorage = () => Pick<Storage, 'getItem' | 'setItem'>;

/** The saved widths, or the default ones. */
export function savedRailWidths(storage: LayoutStorage): RailWidths {
  try {
    const [left = NaN, right = 0] = (storage().getItem(KEY) ?? '').split(' ').map(Number.parseFloat);
    return left > 0 && right >= 0 && left + right < 100 ? { left, right } : DEFAULT;
  } catch {
    // The browser blocks storage, so the widths are not remembered.
    return DEFAULT;
  }
}

/** Saves the widths with a debounce, so that dragging does not write at each pixel. */
export function railWidthsSaver(storage: LayoutStorage): (widths: RailWidths) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return ({ left, right }) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      try {
        storage().setItem(KEY, `${left.toFixed(3)} ${right.toFixed(3)}`);
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

/** The widths after a rail grew by a step, or shrank by a negative one. They have room in the window. */
export function resized(widths: RailWidths, rail: keyof RailWidths, step: number): RailWidths {
  const other = rail === 'left' ? widths.right : widths.left;
  return { ...widths, [rail]: Math.min(100 - other, Math.max(0, widths[rail] + step)) };
}
