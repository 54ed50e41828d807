import { compareTimestamps, microsOf, timestampOfMicros } from '#firestore/model/timestamp.ts';
import type { Timestamp } from '#firestore/model/value.ts';

/** The commits that have their time but are not yet in the journal, so that nobody may see or skip them. */
export class PendingCommits {
  /** In the order of their times. */
  readonly #times = new Set<Timestamp>();
  #waiting: { readonly for: Timestamp; readonly resolve: () => void }[] = [];
  #last: Timestamp | null = null;

  /** Returns how to say that the commit has been applied, or has failed. */
  begin(time: Timestamp): () => void {
    this.#times.add(time);
    this.#last = time;
    return () => {
      this.#times.delete(time);
      if (this.#waiting.length > 0) this.#wake();
    };
  }

  /** The last moment of which everything is known; null where nothing is pending. */
  justBeforeFirst(): Timestamp | null {
    for (const first of this.#times) return timestampOfMicros(microsOf(first) - 1);
    return null;
  }

  get isEmpty(): boolean {
    return this.#times.size === 0;
  }

  /** Resolves when everything that is pending now no longer is. */
  async settled(): Promise<void> {
    const last = this.#last;
    if (this.#times.size === 0 || last === null) return;
    await new Promise<void>((resolve) => {
      this.#waiting.push({ for: last, resolve });
    });
  }

  #wake(): void {
    const [first] = this.#times;
    const still = this.#waiting.filter(
      (each) => first !== undefined && compareTimestamps(first, each.for) <= 0,
    );
    const over = this.#waiting.filter((each) => !still.includes(each));
    this.#waiting = still;
    for (const { resolve } of over) resolve();
  }
}
