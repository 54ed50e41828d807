import { Failure } from '#functions/errors/failure.ts';

const MINUTE_MS = 60_000;

interface Rate {
  /** How often in a minute for each key. */
  readonly each: number;
  /** How often in a minute for all keys together. */
  readonly all: number;
}

/** What an instance does for callers that are not signed in, by the key of each. */
export const RATES = {
  /** A client registers, by its address. */
  registration: { each: 20, all: 600 },
  /** A device asks for a code, which is stored, by its address. */
  device: { each: 10, all: 60 },
  /** A client exchanges or ends a token, by its address. No allowance of a person counts what that reads and writes. */
  token: { each: 120, all: 600 },
  /** The metadata of an app is read, by its host. */
  metadata: { each: 6, all: 60 },
} as const satisfies Record<string, Rate>;
type RateKind = keyof typeof RATES;

interface Minute {
  readonly since: number;
  readonly counts: Map<string, number>;
  count: number;
}

interface RatesOptions {
  readonly isOn: () => boolean;
  readonly now: () => Date;
}

/**
 * Limits what no person's allowance covers. The counts are in the memory of one instance, as those of the allowance, and begin again
 * each minute. So `all` also bounds the memory. A caller can forge an address. Then only `all` limits it, and others must wait for
 * the next minute.
 */
export class Rates {
  readonly #options: RatesOptions;
  readonly #minutes = new Map<RateKind, Minute>();

  constructor(options: RatesOptions) {
    this.#options = options;
  }

  /** Throws the failure `tooManyCalls`, and counts nothing, if the key or all keys together have used up the minute. */
  count(kind: RateKind, key: string): void {
    if (!this.#options.isOn()) return;
    const now = this.#options.now().getTime();
    const minute = this.#minute(kind, now);
    const own = minute.counts.get(key) ?? 0;
    if (own >= RATES[kind].each || minute.count >= RATES[kind].all)
      throw new Failure('tooManyCalls', { retryAfterS: Math.ceil((minute.since + MINUTE_MS - now) / 1000) });
    minute.count += 1;
    minute.counts.set(key, own + 1);
  }

  #minute(kind: RateKind, now: number): Minute {
    const known = this.#minutes.get(kind);
    if (known !== undefined && now - known.since < MINUTE_MS) return known;
    const next: Minute = { since: now, counts: new Map(), count: 0 };
    this.#minutes.set(kind, next);
    return next;
  }
}
