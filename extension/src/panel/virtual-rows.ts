interface VirtualRow {
  readonly id: string;
}

interface VirtualOptions<R extends VirtualRow> {
  /** Scrolls. */
  readonly scroller: HTMLElement;
  /** Contains the rows, and is as high as all of them. */
  readonly list: HTMLElement;
  readonly heightOf: (row: R) => number;
  readonly render: (row: R, index: number) => HTMLElement;
}

/** Further rows above and below the visible ones, for fast scrolling and the keyboard. */
const OVERSCAN_PX = 400;

/** A long list that creates elements only for the rows in view. The row with the focus stays. */
export class VirtualRows<R extends VirtualRow> {
  readonly #options: VirtualOptions<R>;
  readonly #elements = new Map<string, HTMLElement>();
  #rows: readonly R[] = [];
  #tops: readonly number[] = [0];
  #indexes: ReadonlyMap<string, number> = new Map();

  constructor(options: VirtualOptions<R>) {
    this.#options = options;
    const update = (): void => {
      this.#update();
    };
    options.scroller.addEventListener('scroll', update, { passive: true });
    new ResizeObserver(update).observe(options.scroller);
  }

  get rows(): readonly R[] {
    return this.#rows;
  }

  indexOf(id: string): number {
    return this.#indexes.get(id) ?? -1;
  }

  /** Shows other rows, or the same rows with another content. */
  show(rows: readonly R[]): void {
    const focused = this.#focusedId();
    this.#rows = rows;
    const tops = [0];
    for (const row of rows) tops.push((tops.at(-1) ?? 0) + this.#options.heightOf(row));
    this.#tops = tops;
    this.#indexes = new Map(rows.map(({ id }, index) => [id, index]));
    this.#options.list.style.height = `${tops.at(-1) ?? 0}px`;
    for (const element of this.#elements.values()) element.remove();
    this.#elements.clear();
    this.#update(focused);
    if (focused !== null) this.#elements.get(focused)?.focus({ preventScroll: true });
  }

  /** The element of a row, scrolled into view. */
  reveal(index: number): HTMLElement | null {
    const row = this.#rows[index];
    if (row === undefined) return null;
    const { scroller } = this.#options;
    const [top, bottom] = [this.#tops[index] ?? 0, this.#tops[index + 1] ?? 0];
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (bottom > scroller.scrollTop + scroller.clientHeight)
      scroller.scrollTop = bottom - scroller.clientHeight;
    this.#update(row.id);
    return this.#elements.get(row.id) ?? null;
  }

  #focusedId(): string | null {
    const { activeElement } = document;
    for (const [id, element] of this.#elements) if (element.contains(activeElement)) return id;
    return null;
  }

  /** Creates the elements that came into view, and removes those that left it, except for the one to keep. */
  #update(kept = this.#focusedId()): void {
    const { scroller, list, render } = this.#options;
    const from = this.#indexAt(scroller.scrollTop - OVERSCAN_PX);
    const to = this.#indexAt(scroller.scrollTop + scroller.clientHeight + OVERSCAN_PX);
    const wanted = new Set<number>();
    for (let index = from; index <= to; index += 1) wanted.add(index);
    const keptIndex = kept === null ? -1 : this.indexOf(kept);
    if (keptIndex !== -1) wanted.add(keptIndex);
    for (const [id, element] of this.#elements) {
      if (wanted.has(this.indexOf(id))) continue;
      element.remove();
      this.#elements.delete(id);
    }
    // In the order of the list, because screen readers read the elements in their order.
    let before: HTMLElement | null = null;
    for (const index of [...wanted].sort((a, b) => a - b)) {
      const row = this.#rows[index];
      if (row === undefined) continue;
      const known = this.#elements.get(row.id);
      const element = known ?? render(row, index);
      if (known === undefined) {
        element.style.top = `${this.#tops[index] ?? 0}px`;
        this.#elements.set(row.id, element);
        if (before === null) list.prepend(element);
        else before.after(element);
      }
      before = element;
    }
  }

  /** The index of the row at this height. */
  #indexAt(y: number): number {
    let [low, high] = [0, Math.max(0, this.#rows.length - 1)];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#tops[middle] ?? 0) <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
