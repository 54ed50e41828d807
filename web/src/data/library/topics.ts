export type Unsubscribe = () => void;

/** Who wants to hear of what. A listener is told that something changed and looks for itself what it is now. */
export class Topics {
  readonly #listeners = new Map<string, Set<() => void>>();

  subscribe(topic: string, listener: () => void): Unsubscribe {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(topic) === listeners) this.#listeners.delete(topic);
    };
  }

  /** The listeners of these topics, each once. */
  listenersOf(topics: Iterable<string>): Set<() => void> {
    const found = new Set<() => void>();
    for (const topic of topics) {
      for (const listener of this.#listeners.get(topic) ?? []) found.add(listener);
    }
    return found;
  }
}
