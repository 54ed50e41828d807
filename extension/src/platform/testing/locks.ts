interface Waiting {
  readonly owner: object;
  readonly grant: () => void;
}

/** The locks of a browser. It releases those of a worker that it kills. */
export class Locks {
  readonly #held = new Map<string, object>();
  readonly #waiting = new Map<string, Waiting[]>();

  async run<T>(name: string, owner: object, task: () => Promise<T>): Promise<T> {
    await new Promise<void>((grant) => {
      this.#waiting.set(name, [...(this.#waiting.get(name) ?? []), { owner, grant }]);
      this.#next(name);
    });
    try {
      return await task();
    } finally {
      if (this.#held.get(name) === owner) this.#held.delete(name);
      this.#next(name);
    }
  }

  release(owner: object): void {
    for (const [name, waiting] of this.#waiting)
      this.#waiting.set(
        name,
        waiting.filter((one) => one.owner !== owner),
      );
    for (const [name, holder] of this.#held) {
      if (holder !== owner) continue;
      this.#held.delete(name);
      this.#next(name);
    }
  }

  #next(name: string): void {
    if (this.#held.has(name)) return;
    const next = this.#waiting.get(name)?.shift();
    if (next === undefined) return;
    this.#held.set(name, next.owner);
    next.grant();
  }
}
