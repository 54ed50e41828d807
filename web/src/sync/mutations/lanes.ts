/** Waits for something else than the server, without keeping others from it. */
export type Aside = (wait: Promise<void>) => Promise<void>;

type Run = (aside: Aside) => Promise<void>;

interface Task {
  readonly lanes: readonly string[];
  readonly run: Run;
}

/**
 * Runs tasks side by side, up to a number, but those that share a lane one after the other in the order in which they
 * came.
 */
export class Lanes {
  readonly #limit: number;
  readonly #waiting: Task[] = [];
  readonly #running = new Set<Task>();
  /** Of those that are running, how many have stepped aside. */
  #aside = 0;

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
    if (this.#running.size - this.#aside >= this.#limit) return undefined;
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
    void task.run(this.#stepAside).finally(() => {
      this.#running.delete(task);
      this.#start();
    });
  }

  readonly #stepAside: Aside = async (wait) => {
    this.#aside += 1;
    this.#start();
    await wait.finally(() => {
      this.#aside -= 1;
    });
  };
}
