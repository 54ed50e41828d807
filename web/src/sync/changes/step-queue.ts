import type { Timers } from '#web/sync/timers.ts';

/** Does long work in steps, one in each task of the page, so that no task takes long. Keeps the order of all steps. */
export class StepQueue {
  readonly #timers: Pick<Timers, 'after'>;
  #steps: (() => void)[] = [];
  #cancel: (() => void) | null = null;

  constructor(timers: Pick<Timers, 'after'>) {
    this.#timers = timers;
  }

  /** Runs the first step at once, unless earlier steps wait. */
  add(steps: readonly (() => void)[]): void {
    this.#steps.push(...steps);
    if (this.#cancel === null) this.#runNext();
  }

  /** Runs all steps that wait at once. */
  finish(): void {
    this.#cancel?.();
    this.#cancel = null;
    while (this.#steps.length > 0) this.#steps.shift()?.();
  }

  #runNext(): void {
    const step = this.#steps.shift();
    // Scheduled first, so that an error in one step leaves no other behind.
    this.#cancel =
      this.#steps.length === 0
        ? null
        : this.#timers.after(0, () => {
            this.#runNext();
          });
    step?.();
  }
}
