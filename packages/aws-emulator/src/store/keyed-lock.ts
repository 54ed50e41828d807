/** One task at a time per key; tasks of different keys don't wait for each other. */
export class KeyedLock {
  readonly #tails = new Map<string, Promise<unknown>>();

  async hold<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    const mine = before.then(task);
    // The next one waits for the end of this one, whichever it is.
    const tail = mine.catch(() => undefined);
    this.#tails.set(key, tail);
    try {
      return await mine;
    } finally {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    }
  }
}
