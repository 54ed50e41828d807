import { COST, type Meter } from '#functions/allowance/meter.ts';
import { Failure } from '#functions/errors/failure.ts';

const MINUTE_MS = 60_000;
/** From this many people on, those who have been quiet are forgotten. */
const MANY_PEOPLE = 1000;
/** What a call may use beyond the minute, to be made up for afterwards: enough to list the largest library. */
const MOST_DEBT = 150_000;

interface AllowanceOptions {
  /** In reads: as many may be used at once, and as many a minute from then on. 0 is no limit. */
  readonly readsAMinute: () => number;
  readonly now: () => Date;
}

/** What each person may use. */
export interface Allowance {
  /** Counts a call and the bytes it came with. Throws the failure `tooManyCalls` when nothing is left; that does not count. */
  begin(uid: string, bytes: number): Meter;
}

/**
 * Keeps one person from using up what is there for all. What a call costs is known only as it goes, so it begins where
 * anything is left, and the next one waits until its debt is paid. It counts in the memory of one instance, so that no
 * call costs a read: several instances give as many times as much.
 */
export class MemoryAllowance implements Allowance {
  readonly #options: AllowanceOptions;
  /** When what each person used would have been earned, at an even pace. */
  readonly #evenly = new Map<string, number>();
  #forgetsAt = MANY_PEOPLE;

  constructor(options: AllowanceOptions) {
    this.#options = options;
  }

  begin(uid: string, bytes: number): Meter {
    const use = (reads: number): void => {
      this.#use(uid, reads);
    };
    this.#refuse(uid, 0);
    use(COST.call + inReads(bytes));
    return {
      read: (documents) => {
        use(documents);
        this.#refuse(uid, MOST_DEBT);
      },
      readWithoutLimit: use,
      wrote: (documents) => {
        use(documents * COST.write);
      },
      deleted: (documents) => {
        use(documents * COST.deletion);
      },
      queued: () => {
        use(COST.task);
      },
      queuedImages: (images) => {
        use(COST.task + images * COST.image);
      },
      sent: (sent) => {
        use(inReads(sent));
      },
    };
  }

  #use(uid: string, reads: number): void {
    const allowed = this.#options.readsAMinute();
    if (allowed === 0) return;
    const now = this.#now();
    this.#evenly.set(uid, Math.max(now, this.#evenly.get(uid) ?? 0) + (reads * MINUTE_MS) / allowed);
    if (this.#evenly.size >= this.#forgetsAt) this.#forgetQuiet(now);
  }

  #refuse(uid: string, debt: number): void {
    const allowed = this.#options.readsAMinute();
    if (allowed === 0) return;
    const left = this.#now() + MINUTE_MS - (this.#evenly.get(uid) ?? 0);
    if (left > (-debt * MINUTE_MS) / allowed) return;
    throw new Failure('tooManyCalls', { retryAfterS: Math.floor(-left / 1000) + 1 });
  }

  #now(): number {
    return this.#options.now().getTime();
  }

  #forgetQuiet(now: number): void {
    for (const [uid, time] of this.#evenly) if (time <= now) this.#evenly.delete(uid);
    // With as many who are not quiet, the next look would come at once.
    this.#forgetsAt = Math.max(MANY_PEOPLE, 2 * this.#evenly.size);
  }
}

function inReads(bytes: number): number {
  return Math.floor(bytes / COST.bytes);
}
