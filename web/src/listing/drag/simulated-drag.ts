import styles from './drag.module.css';
import { scrollAtEdge } from './edge-scroll.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Simulates a native drag for a finger, because browsers start a touch drag late, differently or never. Dispatches the
 * same DragEvents as a mouse drag, so that drag sources and drop targets need no code for touch.
 */
export class SimulatedDrag {
  readonly #source: HTMLElement;
  readonly #transfer: DataTransfer;
  readonly #card = document.createElement('div');
  #point: Point;
  #over: Element | null = null;
  #isDropAllowed = false;
  #frame = 0;
  #lastFrameAt = performance.now();

  private constructor(source: HTMLElement, point: Point) {
    this.#source = source;
    this.#point = point;
    this.#card.className = styles.carried ?? '';
    this.#transfer = transferFor((image) => {
      this.#card.append(...Array.from(image.childNodes, (node) => node.cloneNode(true)));
    });
  }

  /**
   * Null if no dragstart handler sets any data. `source` gets the `dragend` event, because the row may leave the page during
   * the drag.
   */
  static start(row: HTMLElement, source: HTMLElement, point: Point): SimulatedDrag | null {
    const drag = new SimulatedDrag(source, point);
    const isPrevented = drag.#dispatch('dragstart', row);
    if (isPrevented || drag.#transfer.types.length === 0) return null;
    document.body.append(drag.#card);
    drag.#step();
    return drag;
  }

  moveTo(point: Point): void {
    this.#point = point;
  }

  drop(): void {
    this.#updateTarget();
    if (this.#over !== null && this.#isDropAllowed) this.#dispatch('drop', this.#over);
    else this.#leave();
    this.#end();
  }

  cancel(): void {
    this.#transfer.dropEffect = 'none';
    this.#leave();
    this.#end();
  }

  /** Runs each frame: scrolling lists and opening folders change the element under a finger that doesn't move. */
  readonly #step = (now = performance.now()) => {
    this.#frame = requestAnimationFrame(this.#step);
    const { x, y } = this.#point;
    this.#card.style.translate = `${x}px ${y}px`;
    this.#updateTarget();
    if (this.#over !== null) scrollAtEdge(this.#over, y, now - this.#lastFrameAt);
    this.#lastFrameAt = now;
  };

  #updateTarget(): void {
    const under = document.elementFromPoint(this.#point.x, this.#point.y);
    if (under !== this.#over) {
      const left = this.#over;
      this.#over = under;
      if (under !== null) this.#dispatch('dragenter', under);
      if (left !== null) this.#dispatch('dragleave', left);
    }
    this.#transfer.dropEffect = 'none';
    const isPrevented = under !== null && this.#dispatch('dragover', under);
    this.#isDropAllowed = isPrevented && this.#transfer.dropEffect !== 'none';
  }

  #leave(): void {
    if (this.#over !== null) this.#dispatch('dragleave', this.#over);
  }

  #end(): void {
    cancelAnimationFrame(this.#frame);
    this.#card.remove();
    this.#dispatch('dragend', this.#source);
  }

  /** Returns whether a listener called `preventDefault()`. */
  #dispatch(type: string, target: Element): boolean {
    const { x: clientX, y: clientY } = this.#point;
    const options = { bubbles: true, cancelable: true, composed: true, clientX, clientY };
    return !target.dispatchEvent(new DragEvent(type, { ...options, dataTransfer: this.#transfer }));
  }
}

/** In a scripted DataTransfer, browsers ignore the effects and the drag image. These overrides make both work. */
function transferFor(onImage: (image: Element) => void): DataTransfer {
  return Object.defineProperties(new DataTransfer(), {
    effectAllowed: { value: 'uninitialized', writable: true },
    dropEffect: { value: 'none', writable: true },
    setDragImage: { value: onImage },
  });
}
