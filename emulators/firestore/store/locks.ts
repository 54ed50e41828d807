import { StatusError } from '#firestore/status.ts';

/** A transaction, or a single commit, that holds locks on documents and may wait for others'. */
export class LockOwner {
  readonly held = new Set<string>();
  readonly waits = new Map<string, Wait>();
}

interface Wait {
  readonly name: string;
  readonly owner: LockOwner;
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
    if (this.#leadsTo(owner, lock, lock.queue.length, new Set())) {
      return Promise.reject(contention('Transactions wait for each other.'));
    }
    const { promise: granted, resolve: grant, reject: refuse } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#drop(wait, contention('A document stayed locked for too long.'));
    }, this.#patience);
    timer.unref();
    const wait: Wait = { name, owner, granted, grant, refuse, timer };
    lock.queue.push(wait);
    owner.waits.set(name, wait);
    return granted;
  }

  /** Whether the lock's owner, or one of the first in its queue, waits for the owner in the end. */
  #leadsTo(owner: LockOwner, lock: Lock, ahead: number, seen: Set<LockOwner>): boolean {
    const others = [lock.owner, ...lock.queue.slice(0, ahead).map((wait) => wait.owner)];
    return others.some((other) => {
      if (other === owner) return true;
      if (seen.has(other)) return false;
      seen.add(other);
      return [...other.waits.values()].some((wait) => {
        const next = this.#locks.get(wait.name);
        return next !== undefined && this.#leadsTo(owner, next, next.queue.indexOf(wait), seen);
      });
    });
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

function contention(reason: string): StatusError {
  return new StatusError('ABORTED', `Too much contention on these documents. Please try again. (${reason})`);
}
