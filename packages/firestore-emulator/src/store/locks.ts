import { deferred } from '#firestore/store/deferred.ts';
import { StatusError } from '#firestore/api/status.ts';

/** A transaction or a single commit. It holds locks on documents and may wait for more. */
export class LockOwner {
  readonly held = new Set<string>();
  readonly waits = new Map<string, Wait>();
}

interface Wait {
  readonly name: string;
  readonly owner: LockOwner;
  /** Increases with each wait, so a lower number is earlier in its queue. */
  readonly turn: number;
  readonly granted: Promise<void>;
  readonly grant: () => void;
  readonly reject: (error: StatusError) => void;
  readonly timer: NodeJS.Timeout;
}

interface Lock {
  owner: LockOwner;
  readonly queue: Wait[];
}

/**
 * Exclusive locks on document names, granted in request order. A wait that would be a deadlock, or that takes too long, is
 * ABORTED. Then the SDKs retry.
 */
export class LockTable {
  readonly #locks = new Map<string, Lock>();
  readonly #timeoutMillis: number;
  #turns = 0;

  constructor(timeoutMillis: number) {
    this.#timeoutMillis = timeoutMillis;
  }

  /** Returns undefined if all locks were free. */
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

  /** Releases all locks of the owner and ends its waits. */
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
    const existing = owner.waits.get(name);
    if (existing !== undefined) return existing.granted;
    if (this.#wouldDeadlock(owner, lock)) {
      return Promise.reject(contention('Transactions wait for each other.'));
    }
    const { promise: granted, resolve: grant, reject } = deferred();
    const timer = setTimeout(() => {
      this.#drop(wait, contention('A document stayed locked for too long.'));
    }, this.#timeoutMillis);
    timer.unref();
    this.#turns += 1;
    const wait: Wait = { name, owner, turn: this.#turns, granted, grant, reject, timer };
    lock.queue.push(wait);
    owner.waits.set(name, wait);
    return granted;
  }

  /** Whether the lock's owner or an owner in its queue waits, directly or indirectly, for this owner. */
  #wouldDeadlock(owner: LockOwner, lock: Lock): boolean {
    // An owner without locks and waits blocks no other. Thousands of these can queue for a counter document.
    if (owner.held.size === 0 && owner.waits.size === 0) return false;
    const seen = new Set<LockOwner>();
    const scanned = new Map<Lock, number>();
    const pending = [{ lock, before: Infinity }];
    for (const step of pending) {
      for (const other of ownersBefore(step.lock, step.before, scanned)) {
        if (other === owner) return true;
        if (seen.has(other)) continue;
        seen.add(other);
        for (const { name, turn } of other.waits.values()) {
          const next = this.#locks.get(name);
          if (next !== undefined) pending.push({ lock: next, before: turn });
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
    wait.reject(error);
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

/** Yields the owner of a lock and the waiting owners before a turn, except those that were already scanned. */
function* ownersBefore(lock: Lock, turn: number, scanned: Map<Lock, number>): Generator<LockOwner, void> {
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
