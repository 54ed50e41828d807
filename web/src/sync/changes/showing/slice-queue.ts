import type { Timers } from '#web/sync/timers.ts';

interface Slice {
  /** The gesture that the slice belongs to. */
  readonly owner: string;
  readonly run: () => void;
}

/** Runs long work in slices, one per task, so that no task takes long. Keeps the order of all slices. */
export class SliceQueue {
  readonly #timers: Pick<Timers, 'after'>;
  #slices: Slice[] = [];
  #cancel: (() => void) | null = null;

  constructor(timers: Pick<Timers, 'after'>) {
    this.#timers = timers;
  }

  /** Runs the first slice at once, unless earlier slices wait. */
  add(owner: string, slices: readonly (() => void)[]): void {
    this.#slices.push(...slices.map((run) => ({ owner, run })));
    if (this.#cancel === null) this.#runNext();
  }

  /** Removes the waiting slices of this owner. Returns whether there were any. */
  remove(owner: string): boolean {
    const { length } = this.#slices;
    this.#slices = this.#slices.filter((slice) => slice.owner !== owner);
    return this.#slices.length < length;
  }

  /** Runs all waiting slices at once. */
  readonly finish = (): void => {
    this.#cancel?.();
    this.#cancel = null;
    while (this.#slices.length > 0) this.#slices.shift()?.run();
  };

  #runNext(): void {
    const slice = this.#slices.shift();
    // Schedules the next task first, so that an error in one slice does not stop the others.
    this.#cancel =
      this.#slices.length === 0
        ? null
        : this.#timers.after(0, () => {
            this.#runNext();
          });
    slice?.run();
  }
}
