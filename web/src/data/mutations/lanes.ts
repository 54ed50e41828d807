interface Task {
  readonly lanes: readonly string[];
  readonly run: () => Promise<void>;
}

/**
 * Runs tasks side by side, up to a number, but those that share a lane one after the other in the order in which they
 * came.
 */
export class Lanes {
  readonly #limit: number;
  readonly #waiting: Task[] = [];
  readonly #running = new Set<Task>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** `run` must not reject. */
  add(lanes: readonly string[], run: () => Promise<void>): void {
    this.#waiting.push({ lanes, run });
    this.#start();
  }

  #start(): void {
    const busy = new Set([...this.#running].flatMap(({ lanes }) => lanes));
    for (const task of this.#waiting.slice()) {
      if (this.#running.size >= this.#limit) return;
      const isFree = task.lanes.every((lane) => !busy.has(lane));
      for (const lane of task.lanes) busy.add(lane);
      if (isFree) this.#run(task);
    }
  }

  #run(task: Task): void {
    this.#waiting.splice(this.#waiting.indexOf(task), 1);
    this.#running.add(task);
    void task.run().finally(() => {
      this.#running.delete(task);
      this.#start();
    });
  }
}
