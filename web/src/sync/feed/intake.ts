import type { Timers } from '#web/sync/timers.ts';

/** The most items that one task applies. Applying 250 changed links and painting the list takes about 20 ms. */
const SLICE = 250;

/** More items than this are applied in the next task, because the SDK's own task is already long. */
const FEW = 25;

/** While changes keep arriving, the list is repainted at this interval. */
const INTERVAL_MS = 100;

/**
 * A timer this late belongs to a hidden tab, whose timers run once a minute. The tab paints nothing, so all items are applied at
 * once.
 */
const THROTTLED_MS = 1500;

export interface IntakeDeps<T> {
  readonly timers: Timers;
  readonly apply: (items: readonly T[]) => void;
  /** Called when all items have been applied. */
  readonly onDone: () => void;
}

/** Applies incoming items in order: a single item at once, and many in slices, so that no task of the page takes long. */
export class Intake<T> {
  readonly #deps: IntakeDeps<T>;
  #waiting: T[] = [];
  #appliedAt = -Infinity;
  #cancel: (() => void) | null = null;

  constructor(deps: IntakeDeps<T>) {
    this.#deps = deps;
  }

  take(items: readonly T[]): void {
    for (const item of items) this.#waiting.push(item);
    if (this.#cancel !== null) return;
    const waitMs = this.#appliedAt + INTERVAL_MS - this.#deps.timers.now();
    if (waitMs > 0) this.#applyAfter(waitMs);
    else if (items.length > FEW) this.#applyAfter(0);
    else this.#apply(this.#waiting.length);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#waiting = [];
  }

  #applyAfter(ms: number): void {
    const { timers } = this.#deps;
    const due = timers.now() + ms;
    this.#cancel = timers.after(ms, () => {
      this.#cancel = null;
      const isThrottled = timers.now() - due > THROTTLED_MS;
      this.#apply(isThrottled ? this.#waiting.length : SLICE);
    });
  }

  #apply(count: number): void {
    const { timers, apply, onDone } = this.#deps;
    const items = this.#waiting.slice(0, count);
    this.#waiting = this.#waiting.slice(count);
    if (items.length > 0) {
      apply(items);
      this.#appliedAt = timers.now();
    }
    if (this.#waiting.length > 0) this.#applyAfter(0);
    else onDone();
  }
}
