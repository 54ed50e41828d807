import { compareTimestamps, microsOf, timestampOfMicros } from '#firestore/model/timestamp.ts';
import type { Timestamp } from '#firestore/model/value.ts';

/** Commits that have a commit time but are not in the journal yet. Reads must neither see nor skip them. */
export class PendingCommits {
  /** In commit time order. */
  readonly #times = new Set<Timestamp>();
  #waiters: { readonly time: Timestamp; readonly resolve: () => void }[] = [];
  #last: Timestamp | null = null;

  /** Returns a function to call when the commit has been applied or has failed. */
  begin(time: Timestamp): () => void {
    this.#times.add(time);
    this.#last = time;
    return () => {
      this.#times.delete(time);
      if (this.#waiters.length > 0) this.#resolveWaiters();
    };
  }

  /** The latest timestamp before all pending commits, or null if none is pending. */
  timeBeforeFirst(): Timestamp | null {
    for (const first of this.#times) return timestampOfMicros(microsOf(first) - 1);
    return null;
  }

  get isEmpty(): boolean {
    return this.#times.size === 0;
  }

  /** Resolves when all commits that are pending now are done. */
  async allDone(): Promise<void> {
    const last = this.#last;
    if (this.#times.size === 0 || last === null) return;
    await new Promise<void>((resolve) => {
      this.#waiters.push({ time: last, resolve });
    });
  }

  #resolveWaiters(): void {
    const [first] = this.#times;
    const remaining = this.#waiters.filter(
      ({ time }) => first !== undefined && compareTimestamps(first, time) <= 0,
    );
    const done = this.#waiters.filter((waiter) => !remaining.includes(waiter));
    this.#waiters = remaining;
    for (const { resolve } of done) resolve();
  }
}
