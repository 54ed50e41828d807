import { COST, type Meter, type Used } from '#functions/allowance/meter.ts';
import { Failure } from '#functions/errors/failure.ts';

const PRICES: ReadonlyMap<string, number> = new Map(Object.entries(COST));
const MINUTE_MS = 60_000;
/** With this many users in memory, the inactive ones are evicted. */
const EVICT_FROM_USERS = 1000;
/** How many reads a running call may use beyond the allowance: enough to list the largest library. */
const MAX_DEBT = 150_000;

interface AllowanceOptions {
  /** The size of a burst and the sustained rate per minute, in document reads. 0 means no limit. */
  readonly readsAMinute: () => number;
  readonly now: () => Date;
}

/** Limits the cost of each user's calls. */
export interface Allowance {
  /**
   * Counts a call and the size of its body. If the user has nothing left, throws the failure `tooManyCalls` and counts nothing.
   * An app has only one of so many parts of what a user has.
   */
  begin(uid: string, bytes: number, part?: number): Meter;
}

/**
 * Limits each user, so that one user cannot consume the capacity of all. The cost of a call is known only while it runs. So a
 * call may begin if anything is left and may go into debt; the next calls wait until the debt is paid. The counts are in the
 * memory of one instance, so counting costs no read. With several instances the limit applies to each.
 */
export class MemoryAllowance implements Allowance {
  readonly #options: AllowanceOptions;
  /**
   * For each uid, in milliseconds since 1970: the time by which a steady rate would have covered all that the user has consumed.
   */
  readonly #paidUpAt = new Map<string, number>();
  #evictAtSize = EVICT_FROM_USERS;

  constructor(options: AllowanceOptions) {
    this.#options = options;
  }

  begin(uid: string, bytes: number, part = 1): Meter {
    this.#rejectAbove(uid, 0, part);
    this.#use(uid, { call: 1, byte: bytes }, part);
    return {
      read: (documents) => {
        this.#use(uid, { read: documents }, part);
        this.#rejectAbove(uid, MAX_DEBT / part, part);
      },
      count: (used) => this.#use(uid, used, part),
    };
  }

  #use(uid: string, used: Used, part: number): void {
    const allowed = this.#options.readsAMinute() / part;
    if (allowed === 0) return;
    const reads = inReads(used);
    const now = this.#now();
    this.#paidUpAt.set(uid, Math.max(now, this.#paidUpAt.get(uid) ?? 0) + (reads * MINUTE_MS) / allowed);
    if (this.#paidUpAt.size >= this.#evictAtSize) this.#evictInactive(now);
  }

  #rejectAbove(uid: string, debt: number, part: number): void {
    const allowed = this.#options.readsAMinute() / part;
    if (allowed === 0) return;
    const left = this.#now() + MINUTE_MS - (this.#paidUpAt.get(uid) ?? 0);
    if (left > (-debt * MINUTE_MS) / allowed) return;
    throw new Failure('tooManyCalls', { retryAfterS: Math.floor(-left / 1000) + 1 });
  }

  #now(): number {
    return this.#options.now().getTime();
  }

  #evictInactive(now: number): void {
    for (const [uid, time] of this.#paidUpAt) if (time <= now) this.#paidUpAt.delete(uid);
    // If most users are active, a fixed threshold would repeat this loop on every call.
    this.#evictAtSize = Math.max(EVICT_FROM_USERS, 2 * this.#paidUpAt.size);
  }
}

function inReads(used: Used): number {
  let reads = 0;
  for (const [kind, amount] of Object.entries(used)) reads += amount * (PRICES.get(kind) ?? 0);
  return Math.floor(reads);
}
