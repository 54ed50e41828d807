import { microsOf, timestampOfMicros } from '#firestore/model/timestamp.ts';
import type { Timestamp } from '#firestore/model/value.ts';

/** Milliseconds since the epoch; fractions are welcome. */
export type Clock = () => number;

/** The finer performance.now() stands still while a laptop sleeps, and would be hours behind afterwards. */
export const systemClock: Clock = () => Date.now();

/** Commit times: microseconds, and each later than every commit and every read before it. */
export class CommitClock {
  readonly #clock: Clock;
  #last = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A time that no commit will have. */
  present(): Timestamp {
    this.#last = Math.max(this.#last, this.#now());
    return timestampOfMicros(this.#last);
  }

  next(): Timestamp {
    this.#last = Math.max(this.#last + 1, this.#now());
    return timestampOfMicros(this.#last);
  }

  /** A time of an earlier life, which may lie ahead of a clock that was set back. */
  passed(time: Timestamp): void {
    this.#last = Math.max(this.#last, microsOf(time));
  }

  #now(): number {
    return Math.floor(this.#clock() * 1000);
  }
}
