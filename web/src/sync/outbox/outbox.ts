import type { ObjectKind } from '@foldmark/contract/firestore-paths';

import type { Key } from '#web/sync/library/keys.ts';
import type { Command } from '#web/sync/mutations/command.ts';
import { isChange, type Kept } from '#web/sync/outbox/kept.ts';
import type { Owners } from '#web/sync/outbox/owners.ts';
import { createStore, type Readable } from '#web/sync/store.ts';
import type { Timers } from '#web/sync/timers.ts';

/**
 * Where nobody can tell who is alive, this old is old enough. A call takes less, and one that is sent twice all the same
 * does nothing twice.
 */
const SURELY_LEFT_MS = 60_000;

/** What is kept, for every owner in this browser. Never fails; what can't be kept is not. */
export interface OutboxStore {
  readonly write: (puts: readonly Kept[], deleted: readonly string[]) => Promise<void>;
  readonly list: () => Promise<readonly Kept[]>;
  /** Gives these to another owner, but for those that have changed or gone meanwhile. Answers what it got. */
  readonly give: (kept: readonly Kept[], owner: string) => Promise<readonly Kept[]>;
}

export interface OutboxParts {
  readonly owner: string;
  readonly owners: Owners;
  readonly store: Promise<OutboxStore>;
  readonly timers: Pick<Timers, 'now'>;
  readonly report: (message: string, cause: unknown) => void;
}

/** What was created here under a key, and the id it got. */
export interface Made {
  readonly kind: ObjectKind;
  readonly key: Key;
  readonly id: number;
}

/**
 * The changes of this library that are not yet known to be done, so that they survive the page. Nobody waits for it:
 * a change is kept beside being shown and sent.
 */
export class Outbox {
  readonly #parts: OutboxParts;
  readonly #unsent = createStore(0);
  readonly #changes = new Set<string>();
  #puts = new Map<string, Kept>();
  #deleted = new Set<string>();
  #store: OutboxStore | null = null;
  #lastAt = 0;
  #isWriting = false;
  #stopLiving: (() => void) | null = null;
  readonly #opened: Promise<void>;
  #isClosed = false;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
    this.#opened = this.#open();
  }

  /** How many changes of this library are not yet known to be done. */
  get unsent(): Readable<number> {
    return this.#unsent;
  }

  /** From now on the change survives the page. */
  keep(request: string, command: Command): void {
    this.#lastAt = Math.max(this.#parts.timers.now(), this.#lastAt + 1);
    this.#changes.add(request);
    this.#put({ request, owner: this.#parts.owner, at: this.#lastAt, command });
  }

  /** The server has spoken, or nothing is left to say. */
  done(request: string, made: Made | null = null): void {
    this.#changes.delete(request);
    if (made === null) this.#delete(request);
    else this.#put({ request, owner: this.#parts.owner, at: this.#lastAt, ...made });
  }

  /** What pages have left behind that are no more, the oldest first. It is this library's from now on. */
  async takeOver(): Promise<readonly Kept[]> {
    try {
      await this.#opened;
      const taken = await this.#takeOver();
      const changes = taken.filter(isChange);
      if (changes.length === 0) {
        for (const { request } of taken) this.#delete(request);
        return [];
      }
      for (const { request, at } of changes) {
        this.#changes.add(request);
        // What is changed from now on comes after, whatever the clock says.
        this.#lastAt = Math.max(this.#lastAt, at);
      }
      this.#unsent.set(this.#changes.size);
      return taken;
    } catch (error) {
      this.#parts.report('The changes of earlier visits cannot be taken over.', error);
      return [];
    }
  }

  /** How many changes are kept in this browser, of all its tabs. */
  async count(): Promise<number> {
    const kept = await (await this.#parts.store).list();
    // Where nothing can be kept, this library still knows its own.
    return Math.max(kept.filter(isChange).length, this.#changes.size);
  }

  /** What is kept may be taken over by others from now on. */
  close(): void {
    this.#isClosed = true;
    this.#stopLiving?.();
  }

  async #open(): Promise<void> {
    const { owner, owners, store } = this.#parts;
    try {
      this.#stopLiving = await owners.live(owner);
    } catch (error) {
      this.#parts.report('The tabs of this browser cannot tell of each other.', error);
    }
    if (this.#isClosed) this.#stopLiving?.();
    this.#store = await store;
    this.#write();
  }

  async #takeOver(): Promise<readonly Kept[]> {
    const { owner, owners, store, timers } = this.#parts;
    const opened = await store;
    // In this order: whoever keeps something is alive before, or will never be again.
    const all = await opened.list();
    if (all.length === 0 || this.#isClosed) return [];
    const alive = await owners.alive();
    const isLeft = (kept: Kept): boolean =>
      alive === null ? kept.at < timers.now() - SURELY_LEFT_MS : !alive.has(kept.owner);
    const left = all.filter((kept) => kept.owner !== owner && isLeft(kept));
    if (left.length === 0) return [];
    return (await opened.give(left, owner)).toSorted((one, other) => one.at - other.at);
  }

  #put(kept: Kept): void {
    this.#deleted.delete(kept.request);
    this.#puts.set(kept.request, kept);
    this.#writeSoon();
  }

  #delete(request: string): void {
    this.#puts.delete(request);
    this.#deleted.add(request);
    this.#writeSoon();
  }

  /** What one click did is one transaction, begun before anything else can happen to the page. */
  #writeSoon(): void {
    this.#unsent.set(this.#changes.size);
    if (this.#isWriting) return;
    this.#isWriting = true;
    queueMicrotask(() => {
      this.#isWriting = false;
      this.#write();
    });
  }

  #write(): void {
    if (this.#store === null || this.#puts.size + this.#deleted.size === 0) return;
    void this.#store.write([...this.#puts.values()], [...this.#deleted]);
    this.#puts = new Map();
    this.#deleted = new Set();
  }
}
