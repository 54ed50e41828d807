import { microsOf, timestampOfMicros } from '#firestore/model/timestamp.ts';
import type { Timestamp } from '#firestore/model/value.ts';

/** Returns milliseconds since the epoch, possibly with fractions. */
export type Clock = () => number;

/** performance.now() is more precise, but it stops while a laptop sleeps, so it could lag by hours. */
export const systemClock: Clock = () => Date.now();

/** Assigns commit times in microseconds. Each is later than all earlier commits and reads. */
export class CommitClock {
  readonly #clock: Clock;
  #last = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The time of a read. No later commit gets this time or an earlier one. */
  present(): Timestamp {
    this.#last = Math.max(this.#last, this.#now());
    return timestampOfMicros(this.#last);
  }

  next(): Timestamp {
    this.#last = Math.max(this.#last + 1, this.#now());
    return timestampOfMicros(this.#last);
  }

  /** Advances past the time of a recovered commit, which may be in the future if the system clock was set back. */
  advanceTo(time: Timestamp): void {
    this.#last = Math.max(this.#last, microsOf(time));
  }

  #now(): number {
    return Math.floor(this.#clock() * 1000);
  }
}
