import styles from './drag.module.css';
import { scrollAtEdge } from './edge-scroll.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * A drag that the page acts out itself, since browsers begin one for a finger late, differently or never. The page is told
 * of it by the events that a mouse's drag has, so that what is dragged and where it is dropped need not know the difference.
 */
export class ActedDrag {
  readonly #source: HTMLElement;
  readonly #transfer: DataTransfer;
  readonly #card = document.createElement('div');
  #point: Point;
  #over: Element | null = null;
  #isWelcome = false;
  #frame = 0;
  #before = performance.now();

  private constructor(source: HTMLElement, point: Point) {
    this.#source = source;
    this.#point = point;
    this.#card.className = styles.carried ?? '';
    this.#transfer = transferFor((image) => {
      this.#card.append(...Array.from(image.childNodes, (node) => node.cloneNode(true)));
    });
  }

  /** Null when nobody has anything to be dragged there. The source hears of the end, whatever becomes of the row. */
  static start(row: HTMLElement, source: HTMLElement, point: Point): ActedDrag | null {
    const drag = new ActedDrag(source, point);
    const isRefused = drag.#tell('dragstart', row);
    if (isRefused || drag.#transfer.types.length === 0) return null;
    document.body.append(drag.#card);
    drag.#step();
    return drag;
  }

  moveTo(point: Point): void {
    this.#point = point;
  }

  drop(): void {
    this.#look();
    if (this.#over !== null && this.#isWelcome) this.#tell('drop', this.#over);
    else this.#leave();
    this.#end();
  }

  cancel(): void {
    this.#transfer.dropEffect = 'none';
    this.#leave();
    this.#end();
  }

  /** What lies under a finger changes without a move of it, too: lists scroll and folders open. */
  readonly #step = (now = performance.now()) => {
    this.#frame = requestAnimationFrame(this.#step);
    const { x, y } = this.#point;
    this.#card.style.translate = `${x}px ${y}px`;
    this.#look();
    if (this.#over !== null) scrollAtEdge(this.#over, y, now - this.#before);
    this.#before = now;
  };

  #look(): void {
    const under = document.elementFromPoint(this.#point.x, this.#point.y);
    if (under !== this.#over) {
      const left = this.#over;
      this.#over = under;
      if (under !== null) this.#tell('dragenter', under);
      if (left !== null) this.#tell('dragleave', left);
    }
    this.#transfer.dropEffect = 'none';
    this.#isWelcome = under !== null && this.#tell('dragover', under) && this.#transfer.dropEffect !== 'none';
  }

  #leave(): void {
    if (this.#over !== null) this.#tell('dragleave', this.#over);
  }

  #end(): void {
    cancelAnimationFrame(this.#frame);
    this.#card.remove();
    this.#tell('dragend', this.#source);
  }

  /** Whether somebody has seen to it and prevented what a browser would do. */
  #tell(type: string, target: Element): boolean {
    const { x: clientX, y: clientY } = this.#point;
    const options = { bubbles: true, cancelable: true, composed: true, clientX, clientY };
    return !target.dispatchEvent(new DragEvent(type, { ...options, dataTransfer: this.#transfer }));
  }
}

/** Browsers take a word on effects and an image for drags of their own only. */
function transferFor(onImage: (image: Element) => void): DataTransfer {
  return Object.defineProperties(new DataTransfer(), {
    effectAllowed: { value: 'uninitialized', writable: true },
    dropEffect: { value: 'none', writable: true },
    setDragImage: { value: onImage },
  });
}
