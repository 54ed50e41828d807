import { ActedDrag, type Point } from './acted-drag.ts';

const LIFT_AFTER_MS = 400;
/** A finger that rests is never quite still. */
const STILL_PX = 10;

/**
 * Lets a finger drag the rows of a list. One that moves at once scrolls, as ever; one that rests on a row lifts it, then
 * drags it, or opens its menu when it goes without having moved.
 */
export function watchTouches(list: HTMLElement): () => void {
  let touch: RowTouch | null = null;
  const watching = new AbortController();
  const { signal } = watching;
  const begin = ({ target, touches }: TouchEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row][draggable=true]') : null;
    const [finger] = touches;
    if (target === null || row === null || finger === undefined || touches.length > 1) return;
    touch = new RowTouch(row, list, target, pointOf(finger));
  };
  list.addEventListener('touchstart', begin, { passive: true, signal });
  // WebKit lets a touch keep a list from scrolling only where such a listener was there before it.
  list.addEventListener('touchmove', () => undefined, { passive: false, signal });
  return () => {
    watching.abort();
    touch?.end();
  };
}

/** One finger on one row. */
class RowTouch {
  readonly #row: HTMLElement;
  readonly #list: HTMLElement;
  readonly #start: Point;
  readonly #listening = new AbortController();
  readonly #timer: ReturnType<typeof setTimeout>;
  #isLifted = false;
  #drag: ActedDrag | null = null;

  constructor(row: HTMLElement, list: HTMLElement, target: EventTarget, start: Point) {
    this.#row = row;
    this.#list = list;
    this.#start = start;
    this.#timer = setTimeout(this.#lift, LIFT_AFTER_MS);
    // Or a browser that drags by touch, too, would begin.
    row.draggable = false;
    const { signal } = this.#listening;
    // Once the row has left the page, only the element that was touched hears of the finger.
    target.addEventListener('touchmove', this.#move, { passive: false, signal });
    target.addEventListener('touchend', this.#release, { passive: false, signal });
    target.addEventListener('touchcancel', this.end, { signal });
    addEventListener('touchstart', this.end, { capture: true, signal });
    list.addEventListener('contextmenu', this.#rest, { capture: true, signal });
  }

  /** Nothing is dropped any more. */
  readonly end = () => {
    clearTimeout(this.#timer);
    this.#listening.abort();
    this.#row.draggable = true;
    delete this.#row.dataset['lifted'];
    this.#drag?.cancel();
    this.#drag = null;
  };

  readonly #lift = () => {
    this.#isLifted = true;
    this.#row.dataset['lifted'] = '';
  };

  /** Some browsers tell of a finger that rests in this way. */
  readonly #rest = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    this.#lift();
  };

  readonly #move = (event: Event) => {
    const finger = event instanceof TouchEvent ? event.changedTouches[0] : undefined;
    if (finger === undefined) return;
    const point = pointOf(finger);
    const isStill = Math.hypot(point.x - this.#start.x, point.y - this.#start.y) <= STILL_PX;
    if (this.#isLifted) event.preventDefault();
    if (isStill && this.#drag === null) return;
    if (!this.#isLifted) this.end();
    else if (this.#drag === null) this.#drag = ActedDrag.start(this.#row, this.#list, point);
    else this.#drag.moveTo(point);
  };

  readonly #release = (event: Event) => {
    // A click would follow.
    if (this.#isLifted) event.preventDefault();
    const drag = this.#drag;
    this.#drag = null;
    this.end();
    if (drag !== null) drag.drop();
    else if (this.#isLifted) this.#row.querySelector<HTMLElement>('[aria-haspopup=menu]')?.click();
  };
}

function pointOf({ clientX, clientY }: Touch): Point {
  return { x: clientX, y: clientY };
}
