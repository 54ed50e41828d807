import { deferred } from '#firestore/store/deferred.ts';
import { StatusError } from '#firestore/api/status.ts';

/** A transaction, or a single commit, that holds locks on documents and may wait for others'. */
export class LockOwner {
  readonly held = new Set<string>();
  readonly waits = new Map<string, Wait>();
}

interface Wait {
  readonly name: string;
  readonly owner: LockOwner;
  /** Counts up: the lower, the earlier in its queue. */
  readonly turn: number;
  readonly granted: Promise<void>;
  readonly grant: () => void;
  readonly refuse: (error: StatusError) => void;
  readonly timer: NodeJS.Timeout;
}

interface Lock {
  owner: LockOwner;
  readonly queue: Wait[];
}

/**
 * Exclusive locks on document names, granted in the order in which they were asked for. A wait that could never end
 * (deadlock), or that takes too long, is ABORTED, which makes the SDKs try again.
 */
export class LockTable {
  readonly #locks = new Map<string, Lock>();
  readonly #patience: number;
  #turns = 0;

  constructor(patienceMillis: number) {
    this.#patience = patienceMillis;
  }

  /** Undefined where nothing had to be waited for. */
  acquire(owner: LockOwner, names: Iterable<string>): Promise<void> | undefined {
    const waits: Promise<void>[] = [];
    for (const name of names) {
      if (owner.held.has(name)) continue;
      const lock = this.#locks.get(name);
      if (lock === undefined) {
        this.#locks.set(name, { owner, queue: [] });
        owner.held.add(name);
      } else {
        waits.push(this.#wait(owner, name, lock));
      }
    }
    return waits.length === 0 ? undefined : Promise.all(waits).then(() => undefined);
  }

  /** Gives up everything that the owner holds or waits for. */
  release(owner: LockOwner): void {
    for (const wait of owner.waits.values()) this.#drop(wait, contention('The transaction has ended.'));
    const names = [...owner.held];
    owner.held.clear();
    for (const name of names) {
      const lock = this.#locks.get(name);
      if (lock !== undefined) this.#pass(name, lock);
    }
  }

  #wait(owner: LockOwner, name: string, lock: Lock): Promise<void> {
    const same = owner.waits.get(name);
    if (same !== undefined) return same.granted;
    if (this.#leadsTo(owner, lock)) {
      return Promise.reject(contention('Transactions wait for each other.'));
    }
    const { promise: granted, resolve: grant, reject: refuse } = deferred();
    const timer = setTimeout(() => {
      this.#drop(wait, contention('A document stayed locked for too long.'));
    }, this.#patience);
    timer.unref();
    this.#turns += 1;
    const wait: Wait = { name, owner, turn: this.#turns, granted, grant, refuse, timer };
    lock.queue.push(wait);
    owner.waits.set(name, wait);
    return granted;
  }

  /** Whether the lock's owner, or one of those in its queue, waits for the owner in the end. */
  #leadsTo(owner: LockOwner, lock: Lock): boolean {
    // Nobody waits for one that has nothing yet, and it is thousands of these that queue for a counter.
    if (owner.held.size === 0 && owner.waits.size === 0) return false;
    const seen = new Set<LockOwner>();
    const scanned = new Map<Lock, number>();
    const open = [{ lock, before: Infinity }];
    for (const step of open) {
      for (const other of ahead(step.lock, step.before, scanned)) {
        if (other === owner) return true;
        if (seen.has(other)) continue;
        seen.add(other);
        for (const { name, turn } of other.waits.values()) {
          const next = this.#locks.get(name);
          if (next !== undefined) open.push({ lock: next, before: turn });
        }
      }
    }
    return false;
  }

  #drop(wait: Wait, error: StatusError): void {
    clearTimeout(wait.timer);
    wait.owner.waits.delete(wait.name);
    const queue = this.#locks.get(wait.name)?.queue;
    const index = queue?.indexOf(wait) ?? -1;
    if (index !== -1) queue?.splice(index, 1);
    wait.refuse(error);
  }

  #pass(name: string, lock: Lock): void {
    const next = lock.queue.shift();
    if (next === undefined) {
      this.#locks.delete(name);
      return;
    }
    clearTimeout(next.timer);
    lock.owner = next.owner;
    next.owner.waits.delete(name);
    next.owner.held.add(name);
    next.grant();
  }
}

/** Who has a lock or gets it before a turn; of its queue only those that were not looked at before. */
function* ahead(lock: Lock, turn: number, scanned: Map<Lock, number>): Generator<LockOwner, void> {
  yield lock.owner;
  let at = scanned.get(lock) ?? 0;
  for (let wait = lock.queue[at]; wait !== undefined && wait.turn < turn; wait = lock.queue[at]) {
    yield wait.owner;
    at += 1;
  }
  scanned.set(lock, at);
}

function contention(reason: string): StatusError {
  return new StatusError('ABORTED', `Too much contention on these documents. Please try again. (${reason})`);
}
