import type { Timers } from '#web/sync/timers.ts';

interface Step {
  /** What the step is a part of. */
  readonly owner: string;
  readonly run: () => void;
}

/** Does long work in steps, one in each task of the page, so that no task takes long. Keeps the order of all steps. */
export class StepQueue {
  readonly #timers: Pick<Timers, 'after'>;
  #steps: Step[] = [];
  #cancel: (() => void) | null = null;

  constructor(timers: Pick<Timers, 'after'>) {
    this.#timers = timers;
  }

  /** Runs the first step at once, unless earlier steps wait. */
  add(owner: string, steps: readonly (() => void)[]): void {
    this.#steps.push(...steps.map((run) => ({ owner, run })));
    if (this.#cancel === null) this.#runNext();
  }

  /** Removes the steps of this owner that wait. Returns whether there were any. */
  remove(owner: string): boolean {
    const { length } = this.#steps;
    this.#steps = this.#steps.filter((step) => step.owner !== owner);
    return this.#steps.length < length;
  }

  /** Runs all steps that wait at once. */
  readonly finish = (): void => {
    this.#cancel?.();
    this.#cancel = null;
    while (this.#steps.length > 0) this.#steps.shift()?.run();
  };

  #runNext(): void {
    const step = this.#steps.shift();
    // Scheduled first, so that an error in one step leaves no other behind.
    this.#cancel =
      this.#steps.length === 0
        ? null
        : this.#timers.after(0, () => {
            this.#runNext();
          });
    step?.run();
  }
}
