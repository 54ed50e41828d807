/** Frees the task's slot for other tasks while it waits. The task keeps its lanes. */
export type YieldSlot = (wait: Promise<void>) => Promise<void>;

type Run = (yieldSlot: YieldSlot) => Promise<void>;

interface Task {
  readonly lanes: readonly string[];
  readonly run: Run;
}

/**
 * Runs up to `limit` tasks at once. Tasks that share a lane run one after the other, in the order in which they were
 * added.
 */
export class Lanes {
  readonly #limit: number;
  readonly #waiting: Task[] = [];
  readonly #running = new Set<Task>();
  /** How many running tasks have yielded their slot. */
  #yieldedCount = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** `run` must not reject. */
  add(lanes: readonly string[], run: Run): void {
    this.#waiting.push({ lanes, run });
    this.#start();
  }

  #start(): void {
    for (let task = this.#takeNext(); task !== undefined; task = this.#takeNext()) this.#run(task);
  }

  #takeNext(): Task | undefined {
    if (this.#running.size - this.#yieldedCount >= this.#limit) return undefined;
    const busy = new Set([...this.#running].flatMap(({ lanes }) => lanes));
    const next = this.#waiting.findIndex(({ lanes }) => {
      const isFree = lanes.every((lane) => !busy.has(lane));
      for (const lane of lanes) busy.add(lane);
      return isFree;
    });
    return next === -1 ? undefined : this.#waiting.splice(next, 1)[0];
  }

  #run(task: Task): void {
    this.#running.add(task);
    void task.run(this.#yieldSlot).finally(() => {
      this.#running.delete(task);
      this.#start();
    });
  }

  readonly #yieldSlot: YieldSlot = async (wait) => {
    this.#yieldedCount += 1;
    this.#start();
    await wait.finally(() => {
      this.#yieldedCount -= 1;
    });
  };
}
