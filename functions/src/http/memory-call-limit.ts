import { Failure } from '#functions/http/failure.ts';
import type { CallLimit } from '#functions/services.ts';

const MINUTE_MS = 60_000;
/** From this many callers on, those who have been quiet are forgotten. */
const MANY_CALLERS = 1000;

interface CallLimitOptions {
  /** As many calls may come at once, and as many a minute from then on. 0 is no limit. */
  readonly callsAMinute: () => number;
  readonly now: () => Date;
}

/**
 * Keeps one caller from using up what is there for all. It counts in the memory of one instance, so that no call costs a
 * read: whom several instances serve gets as many times as much.
 */
export class MemoryCallLimit implements CallLimit {
  readonly #options: CallLimitOptions;
  /** When each caller's calls so far would all have come, had they come evenly. */
  readonly #evenly = new Map<string, number>();
  #forgetsAt = MANY_CALLERS;

  constructor(options: CallLimitOptions) {
    this.#options = options;
  }

  /** Counts a call. Throws the failure `tooManyCalls` for one too many, which does not count. */
  count(uid: string): void {
    const allowed = this.#options.callsAMinute();
    if (allowed === 0) return;
    const now = this.#options.now().getTime();
    const next = Math.max(now, this.#evenly.get(uid) ?? 0) + MINUTE_MS / allowed;
    if (next > now + MINUTE_MS) throw new Failure('tooManyCalls');
    this.#evenly.set(uid, next);
    if (this.#evenly.size >= this.#forgetsAt) this.#forgetQuiet(now);
  }

  #forgetQuiet(now: number): void {
    for (const [uid, time] of this.#evenly) if (time <= now) this.#evenly.delete(uid);
    // With as many who are not quiet, the next look would come at once.
    this.#forgetsAt = Math.max(MANY_CALLERS, 2 * this.#evenly.size);
  }
}
