import { Failure } from '#functions/errors/failure.ts';

/** The number of keys from which old ones are evicted. */
const EVICT_FROM = 1000;

interface Options {
  /** How many tries each key has in the window. */
  readonly most: number;
  readonly windowMs: number;
  readonly now: () => Date;
}

interface Counted {
  readonly since: number;
  readonly count: number;
}

/** Limits how often an instance does something for a key, such as a guess of a person. */
export class Tries {
  readonly #options: Options;
  readonly #counts = new Map<string, Counted>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Counts a try before it begins, so that parallel ones are not free. Throws the failure `tooManyCalls` if the key has none left. */
  take(key: string): void {
    const { most, windowMs } = this.#options;
    const { since, count } = this.#current(key);
    if (count >= most) {
      const wait = since + windowMs - this.#options.now().getTime();
      throw new Failure('tooManyCalls', { retryAfterS: Math.max(1, Math.ceil(wait / 1000)) });
    }
    this.#set(key, since, count + 1);
  }

  /** A try that succeeded does not count. */
  giveBack(key: string): void {
    const { since, count } = this.#current(key);
    this.#set(key, since, Math.max(0, count - 1));
  }

  #set(key: string, since: number, count: number): void {
    this.#counts.delete(key);
    this.#counts.set(key, { since, count });
    if (this.#counts.size <= EVICT_FROM) return;
    const [oldest = ''] = this.#counts.keys();
    this.#counts.delete(oldest);
  }

  #current(key: string): Counted {
    const now = this.#options.now().getTime();
    const known = this.#counts.get(key);
    return known !== undefined && now - known.since < this.#options.windowMs
      ? known
      : { since: now, count: 0 };
  }
}
