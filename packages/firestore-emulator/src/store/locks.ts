import { deferred } from '#firestore/store/deferred.ts';
import { StatusError } from '#firestore/api/status.ts';

/** Reads share a lock, unless they had to wait for a write. A write has it alone. */
export type LockMode = 'shared' | 'exclusive';

/** A transaction or a single commit. It holds locks on documents and may wait for more. */
export class LockOwner {
  readonly held = new Map<string, LockMode>();
  readonly waits = new Map<string, Wait>();
}

interface Wait {
  readonly name: string;
  readonly owner: LockOwner;
  readonly mode: LockMode;
  /** Increases with each wait, so a lower number is earlier in its queue. */
  readonly turn: number;
  readonly granted: Promise<void>;
  readonly grant: () => void;
  readonly reject: (error: StatusError) => void;
  readonly timer: NodeJS.Timeout;
}

interface Lock {
  /** One owner if the lock is exclusive. */
  readonly holders: LockOwner[];
  mode: LockMode;
  readonly queue: Wait[];
}

/** An owner that has a shared lock must get the exclusive one before all others, because they wait for it. */
const FIRST_TURN = 0;

/**
 * Locks on document names, granted in request order. A wait that would be a deadlock, or that takes too long, is ABORTED.
 * Then the SDKs retry.
 */
export class LockTable {
  readonly #locks = new Map<string, Lock>();
  readonly #timeoutMillis: number;
  #turns = FIRST_TURN;

  constructor(timeoutMillis: number) {
    this.#timeoutMillis = timeoutMillis;
  }

  /** Returns undefined if no lock needs a wait. */
  acquire(owner: LockOwner, names: Iterable<string>, mode: LockMode): Promise<void> | undefined {
    const waits: Promise<void>[] = [];
    for (const name of names) {
      const wait = this.#acquireOne(owner, name, mode);
      if (wait !== undefined) waits.push(wait);
    }
    return waits.length === 0 ? undefined : Promise.all(waits).then(() => undefined);
  }

  /** Releases all locks of the owner and ends its waits. */
  release(owner: LockOwner): void {
    for (const wait of owner.waits.values()) this.#drop(wait, contention('The transaction has ended.'));
    const names = [...owner.held.keys()];
    owner.held.clear();
    for (const name of names) {
      const lock = this.#locks.get(name);
      if (lock === undefined) continue;
      lock.holders.splice(lock.holders.indexOf(owner), 1);
      this.#grantNext(name, lock);
    }
  }

  #acquireOne(owner: LockOwner, name: string, mode: LockMode): Promise<void> | undefined {
    const held = owner.held.get(name);
    if (held === 'exclusive' || held === mode) return undefined;
    const lock = this.#locks.get(name);
    if (lock === undefined) {
      this.#locks.set(name, { holders: [owner], mode, queue: [] });
      owner.held.set(name, mode);
      return undefined;
    }
    const existing = owner.waits.get(name);
    if (existing !== undefined) {
      // The wait may be for a shared lock, so ask again when it ends.
      return existing.granted.then(async () => this.#acquireOne(owner, name, mode));
    }
    const turn = held === undefined ? this.#turns + 1 : FIRST_TURN;
    const isNext = lock.queue.length === 0 || turn === FIRST_TURN;
    const free = isFree(lock, owner, mode);
    const deadlock = !(free && isNext) && this.#wouldDeadlock(owner, lock, mode, turn);
    // A reader waits behind a writer that waits, unless the writer waits for that reader.
    if (free && (isNext || deadlock)) {
      give(lock, owner, name, mode);
      return undefined;
    }
    if (deadlock) return Promise.reject(contention('Transactions wait for each other.'));
    return this.#wait(owner, name, lock, mode, turn);
  }

  #wait(owner: LockOwner, name: string, lock: Lock, mode: LockMode, turn: number): Promise<void> {
    const { promise: granted, resolve: grant, reject } = deferred();
    const timer = setTimeout(() => {
      this.#drop(wait, contention('A document stayed locked for too long.'));
    }, this.#timeoutMillis);
    timer.unref();
    const wait: Wait = { name, owner, mode, turn, granted, grant, reject, timer };
    if (turn === FIRST_TURN) lock.queue.unshift(wait);
    else {
      lock.queue.push(wait);
      this.#turns = turn;
    }
    owner.waits.set(name, wait);
    return granted;
  }

  /** Whether an owner that blocks this wait waits, directly or indirectly, for this owner. */
  #wouldDeadlock(owner: LockOwner, lock: Lock, mode: LockMode, turn: number): boolean {
    // An owner without locks and waits blocks no other. Thousands of these can queue for a counter document.
    if (owner.held.size === 0 && owner.waits.size === 0) return false;
    const seen = new Set<LockOwner>();
    const scanned = new Map<Lock, number>();
    const pending = [{ lock, mode, turn, owner }];
    for (const step of pending) {
      for (const other of blockersOf(step, scanned)) {
        if (other === owner) return true;
        if (seen.has(other)) continue;
        seen.add(other);
        for (const wait of other.waits.values()) {
          const next = this.#locks.get(wait.name);
          if (next !== undefined)
            pending.push({ lock: next, mode: wait.mode, turn: wait.turn, owner: other });
        }
      }
    }
    return false;
  }

  #drop(wait: Wait, error: StatusError): void {
    clearTimeout(wait.timer);
    wait.owner.waits.delete(wait.name);
    wait.reject(error);
    const lock = this.#locks.get(wait.name);
    const index = lock?.queue.indexOf(wait) ?? -1;
    if (lock === undefined || index === -1) return;
    lock.queue.splice(index, 1);
    // Readers may have waited only for this writer.
    this.#grantNext(wait.name, lock);
  }

  #grantNext(name: string, lock: Lock): void {
    for (let [next] = lock.queue; next !== undefined; [next] = lock.queue) {
      if (!isFree(lock, next.owner, next.mode)) return;
      lock.queue.shift();
      clearTimeout(next.timer);
      next.owner.waits.delete(name);
      // Readers that waited for a writer take turns. Together, all but one would be aborted if they write too.
      give(lock, next.owner, name, lock.holders.length === 0 ? 'exclusive' : next.mode);
      next.grant();
    }
    if (lock.holders.length === 0) this.#locks.delete(name);
  }
}

/** Whether no other holder prevents the owner from having the lock, apart from the queue. */
function isFree({ holders, mode: current }: Lock, owner: LockOwner, mode: LockMode): boolean {
  if (holders.length === 0) return true;
  return mode === 'shared' ? current === 'shared' : holders.length === 1 && holders[0] === owner;
}

function give(lock: Lock, owner: LockOwner, name: string, mode: LockMode): void {
  if (!owner.held.has(name)) lock.holders.push(owner);
  lock.mode = mode;
  owner.held.set(name, mode);
}

interface BlockedWait {
  readonly lock: Lock;
  readonly owner: LockOwner;
  readonly mode: LockMode;
  readonly turn: number;
}

/** Yields the owners that a wait waits for: holders, and waits before its turn, except those that were already scanned. */
function* blockersOf(
  { lock, owner, mode, turn }: BlockedWait,
  scanned: Map<Lock, number>,
): Generator<LockOwner, void> {
  if (mode === 'exclusive' || lock.mode === 'exclusive') {
    for (const holder of lock.holders) if (holder !== owner) yield holder;
  }
  let next = scanned.get(lock) ?? 0;
  for (let wait = lock.queue[next]; wait !== undefined && wait.turn < turn; wait = lock.queue[next]) {
    yield wait.owner;
    next += 1;
  }
  scanned.set(lock, next);
}

function contention(reason: string): StatusError {
  return new StatusError('ABORTED', `Too much contention on these documents. Please try again. (${reason})`);
}
