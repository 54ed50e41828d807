/** Runs tasks with the same key one after the other, and tasks with different keys in parallel. */
export class KeyedLock {
  readonly #tails = new Map<string, Promise<unknown>>();

  async hold<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    const mine = before.then(task);
    // The next task also runs if this one fails.
    const tail = mine.catch(() => undefined);
    this.#tails.set(key, tail);
    try {
      return await mine;
    } finally {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    }
  }
}
