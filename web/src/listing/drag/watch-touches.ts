import { SimulatedDrag, type Point } from './simulated-drag.ts';

const LIFT_AFTER_MS = 400;
/** A resting finger still moves a little. */
const STILL_PX = 10;

/**
 * Lets a finger drag the rows of a list. A finger that moves at once scrolls the list. A finger that rests on a row lifts it.
 * Moving the lifted row drags it, if it is draggable. Releasing it without a move selects it, or opens its menu in a list
 * without checkboxes.
 */
export function watchTouches(list: HTMLElement): () => void {
  let touch: RowTouch | null = null;
  const watching = new AbortController();
  const { signal } = watching;
  const begin = ({ target, touches, timeStamp }: TouchEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    const [finger] = touches;
    if (target === null || row === null || finger === undefined || touches.length > 1) return;
    touch = new RowTouch({ row, list, target, start: pointOf(finger), startedAt: timeStamp });
  };
  list.addEventListener('touchstart', begin, { passive: true, signal });
  // In WebKit, preventDefault() on touchmove needs a non-passive listener on the list before the touch begins.
  list.addEventListener('touchmove', () => undefined, { passive: false, signal });
  return () => {
    watching.abort();
    touch?.end();
  };
}

interface TouchOptions {
  readonly row: HTMLElement;
  readonly list: HTMLElement;
  /** The touched element. */
  readonly target: EventTarget;
  readonly start: Point;
  readonly startedAt: DOMHighResTimeStamp;
}

/** A touch of one finger on one row. */
class RowTouch {
  readonly #row: HTMLElement;
  readonly #list: HTMLElement;
  readonly #start: Point;
  readonly #startedAt: DOMHighResTimeStamp;
  readonly #listening = new AbortController();
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #isDraggable: boolean;
  #isLifted = false;
  #drag: SimulatedDrag | null = null;

  constructor({ row, list, target, start, startedAt }: TouchOptions) {
    this.#row = row;
    this.#list = list;
    this.#start = start;
    this.#startedAt = startedAt;
    this.#timer = setTimeout(this.#lift, LIFT_AFTER_MS);
    this.#isDraggable = row.draggable;
    // Prevents a second, native drag in browsers with native touch drags.
    row.draggable = false;
    const { signal } = this.#listening;
    // If the row leaves the page, only the touched element still gets touch events.
    target.addEventListener('touchmove', this.#move, { passive: false, signal });
    target.addEventListener('touchend', this.#release, { passive: false, signal });
    target.addEventListener('touchcancel', this.end, { signal });
    addEventListener('touchstart', this.end, { capture: true, signal });
    list.addEventListener('contextmenu', this.#onLongPress, { capture: true, signal });
  }

  /** Ends the touch without a drop. */
  readonly end = () => {
    clearTimeout(this.#timer);
    this.#listening.abort();
    this.#row.draggable = this.#isDraggable;
    delete this.#row.dataset['lifted'];
    this.#drag?.cancel();
    this.#drag = null;
  };

  readonly #lift = () => {
    this.#isLifted = true;
    this.#row.dataset['lifted'] = '';
  };

  /** Some browsers report a long press as `contextmenu`. */
  readonly #onLongPress = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    this.#lift();
  };

  readonly #move = (event: Event) => {
    const finger = isTouch(event) ? event.changedTouches[0] : undefined;
    if (finger === undefined) return;
    const point = pointOf(finger);
    const isStill = Math.hypot(point.x - this.#start.x, point.y - this.#start.y) <= STILL_PX;
    // A busy page may run the timer before it handles an earlier move.
    const isSwipe = this.#drag === null && event.timeStamp - this.#startedAt < LIFT_AFTER_MS;
    if (this.#isLifted && !isSwipe) event.preventDefault();
    if (isStill && this.#drag === null) return;
    if (!this.#isLifted || !this.#isDraggable || isSwipe) this.end();
    else if (this.#drag === null) this.#drag = SimulatedDrag.start(this.#row, this.#list, point);
    else this.#drag.moveTo(point);
  };

  readonly #release = (event: Event) => {
    // Prevents the click that would follow.
    if (this.#isLifted) event.preventDefault();
    const drag = this.#drag;
    this.#drag = null;
    this.end();
    if (drag !== null) drag.drop();
    else if (this.#isLifted) {
      const checkbox = this.#row.querySelector<HTMLElement>('input[type=checkbox]');
      (checkbox ?? this.#row.querySelector<HTMLElement>('[aria-haspopup=menu]'))?.click();
    }
  };
}

/** Firefox can send touch events without a global TouchEvent, if it found no touch screen when it started. */
function isTouch(event: Event): event is TouchEvent {
  return 'changedTouches' in event;
}

function pointOf({ clientX, clientY }: Touch): Point {
  return { x: clientX, y: clientY };
}
