import type { ObjectKind } from '@foldmark/library/entities/collections';

import type { Key } from '@foldmark/library/memory/keys';
import { type Gesture, isGesture, type OutboxEntry } from '#web/sync/changes/outbox/outbox-entry.ts';
import type { Owners } from '#web/sync/changes/outbox/owners.ts';
import { createStore, type Readable } from '#web/sync/store.ts';
import type { Timers } from '#web/sync/timers.ts';

/**
 * Without Web Locks, an entry this old counts as abandoned by its page, because calls take less time. If a call is sent twice all
 * the same, its idempotency key prevents a second effect.
 */
const ABANDONED_AFTER_MS = 60_000;

/** A reloaded page takes its own changes over, so that it still shows them. Other tabs wait this long before they do. */
const RELOAD_MS = 5000;
/**
 * The browser holds the previous page's lock for a moment. A page that waits no longer than this may be the next page of the same
 * tab.
 */
const RELEASE_MS = 1000;
/** Some browsers never answer a request to open a database. */
const LIST_TIMEOUT_MS = 3000;

/** The stored entries of all owners in this browser. Never rejects: while the page is open, failed writes are retried. */
export interface OutboxStore {
  /** False while this browser can't store changes. */
  readonly canStore: Readable<boolean>;
  /** Resolves when the changes are stored, or when storing them has failed for now. */
  readonly write: (puts: readonly OutboxEntry[], deleted: readonly string[]) => Promise<void>;
  readonly list: () => Promise<readonly OutboxEntry[]>;
  /** Assigns entries to another owner, except for entries that have changed meanwhile. Returns the reassigned ones. */
  readonly reassign: (entries: readonly OutboxEntry[], owner: string) => Promise<readonly OutboxEntry[]>;
}

export interface OutboxDeps {
  readonly owner: string;
  readonly owners: Owners;
  readonly store: OutboxStore;
  readonly timers: Timers;
  /** Called when another page with unconfirmed changes has ended, so that this page can take them over. */
  readonly onAbandoned: () => void;
  readonly report: (message: string, cause: unknown) => void;
}

/** The id that the server assigned to an object created here. */
export interface CreatedId {
  readonly kind: ObjectKind;
  readonly key: Key;
  readonly id: number;
}

/**
 * Stores the changes of this library that the server has not confirmed, so that they survive the page. Confirmed changes stay
 * until the feed has delivered them, because the replica does not have them before. Showing and sending a change do not wait for
 * the store.
 */
export class Outbox {
  readonly #deps: OutboxDeps;
  readonly #unsent = createStore(0);
  /** The number of changes of each gesture, by its request. */
  readonly #changes = new Map<string, number>();
  #puts = new Map<string, OutboxEntry>();
  #deleted = new Set<string>();
  #store: OutboxStore | null = null;
  #lastAt = 0;
  #isWriting = false;
  /** Resolves when all entries so far are stored. */
  #written: Promise<unknown> = Promise.resolve();
  #unregister: (() => void) | null = null;
  /** The open pages whose entries this page waits for. */
  readonly #watched = new Set<string>();
  readonly #opened: Promise<void>;
  #isClosed = false;

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
    this.#opened = this.#open();
  }

  /** How many changes of this library the server has not confirmed. */
  get unsent(): Readable<number> {
    return this.#unsent;
  }

  /** Returns a timestamp later than all earlier ones, so that the next page can restore the order of the gestures. */
  nextAt(): number {
    this.#lastAt = Math.max(this.#deps.timers.now(), this.#lastAt + 1);
    return this.#lastAt;
  }

  /** Stores a gesture before it is sent. */
  add(gesture: Gesture): void {
    this.#changes.set(gesture.request, gesture.changes.length);
    this.#put(this.#entryOf(gesture));
  }

  /** Stores that a gesture waits for the user's decision. The gesture does not count as unsent. */
  setAside(gesture: Gesture): void {
    this.#changes.delete(gesture.request);
    this.#put(this.#entryOf(gesture));
  }

  /** Stores which request will carry these gestures. Resolves when it is stored. */
  async regroup(gestures: readonly Gesture[]): Promise<void> {
    for (const gesture of gestures) this.#puts.set(gesture.request, this.#entryOf(gesture));
    await this.#opened;
    this.#write();
    await this.#written;
  }

  /**
   * Stores the outcome of a gesture: the ids of the objects that it created, and the changes that the server has made but the feed
   * has not delivered.
   */
  answered(gesture: Gesture, created: readonly CreatedId[]): void {
    const { request, changes } = gesture;
    this.done(request);
    if (changes.length > 0) this.#put(this.#entryOf({ ...gesture, answered: true }));
    for (const one of created) {
      this.#put({ request: `${request} ${one.key}`, owner: this.#deps.owner, at: this.#lastAt, ...one });
    }
  }

  /** Removes a gesture that no page needs any more. */
  done(request: string): void {
    this.#changes.delete(request);
    this.#delete(request);
  }

  /** Assigns the entries of closed pages to this library and returns them, oldest first. */
  async takeOver(): Promise<readonly OutboxEntry[]> {
    try {
      await this.#opened;
      const taken = await this.#takeOver();
      const gestures = taken.filter(isGesture);
      if (gestures.length === 0) {
        for (const { request } of taken) this.#delete(request);
        return [];
      }
      for (const { request, at, size } of gestures) {
        this.#changes.set(request, size);
        // New changes get a later timestamp than these, even if the clock was set back.
        this.#lastAt = Math.max(this.#lastAt, at);
      }
      this.#unsent.set(this.#ownCount());
      return taken;
    } catch (error) {
      this.#deps.report('Changes of earlier visits could not be resumed.', error);
      return [];
    }
  }

  /** How many unconfirmed changes all tabs of this browser have stored. */
  async count(): Promise<number> {
    const { store, timers } = this.#deps;
    // If the storage is blocked or does not answer, this library still counts its own changes.
    const entries = await Promise.race([store.list(), listNothing(timers)]);
    return Math.max(
      entries.filter(isGesture).reduce((sum, { size }) => sum + size, 0),
      this.#ownCount(),
    );
  }

  /** Lets other libraries take the remaining entries over. */
  close(): void {
    this.#isClosed = true;
    this.#unregister?.();
  }

  async #open(): Promise<void> {
    const { owner, owners, store } = this.#deps;
    try {
      this.#unregister = await owners.register(owner);
    } catch (error) {
      this.#deps.report('This tab could not register as the owner of its changes.', error);
    }
    if (this.#isClosed) this.#unregister?.();
    this.#store = store;
    this.#write();
  }

  async #takeOver(): Promise<readonly OutboxEntry[]> {
    const { owner, owners, store, timers } = this.#deps;
    // List the entries before the owners. An owner registers before it writes, so an owner that is not in the list is closed.
    const all = await store.list();
    if (all.length === 0 || this.#isClosed) return [];
    const alive = await owners.alive();
    const isAbandoned = (entry: OutboxEntry): boolean =>
      alive === null ? entry.at < timers.now() - ABANDONED_AFTER_MS : !alive.has(entry.owner);
    const others = all.filter((entry) => entry.owner !== owner);
    for (const entry of others) if (alive?.has(entry.owner) === true) this.#watch(entry.owner);
    const abandoned = others.filter(isAbandoned);
    if (abandoned.length === 0) return [];
    return (await store.reassign(abandoned, owner)).toSorted((one, other) => one.at - other.at);
  }

  #watch(owner: string): void {
    if (this.#watched.has(owner)) return;
    this.#watched.add(owner);
    const { owners, timers, onAbandoned, report } = this.#deps;
    const since = timers.now();
    const takeOver = (): void => {
      if (!this.#isClosed) onAbandoned();
    };
    owners.ended(owner).then(
      () => {
        this.#watched.delete(owner);
        if (timers.now() - since < RELEASE_MS) takeOver();
        else timers.after(RELOAD_MS, takeOver);
      },
      (error: unknown) => {
        report('Changes of another tab could not be watched.', error);
      },
    );
  }

  #put(entry: OutboxEntry): void {
    this.#deleted.delete(entry.request);
    this.#puts.set(entry.request, entry);
    this.#writeSoon();
  }

  #delete(request: string): void {
    this.#puts.delete(request);
    this.#deleted.add(request);
    this.#writeSoon();
  }

  /** Collects the changes of one click in one transaction. Starts it in a microtask, before the page can close. */
  #writeSoon(): void {
    this.#unsent.set(this.#ownCount());
    if (this.#isWriting) return;
    this.#isWriting = true;
    queueMicrotask(() => {
      this.#isWriting = false;
      this.#write();
    });
  }

  #write(): void {
    if (this.#store === null || this.#puts.size + this.#deleted.size === 0) return;
    const [puts, deleted] = [[...this.#puts.values()], [...this.#deleted]];
    this.#puts = new Map();
    this.#deleted = new Set();
    this.#written = Promise.all([this.#written, this.#store.write(puts, deleted)]);
  }

  #ownCount(): number {
    let count = 0;
    for (const size of this.#changes.values()) count += size;
    return count;
  }

  #entryOf({ changes, ...gesture }: Gesture): OutboxEntry {
    const size = gesture.answered === true ? 0 : changes.length;
    return { ...gesture, size, owner: this.#deps.owner, changes: JSON.stringify(changes) };
  }
}

async function listNothing(timers: Timers): Promise<readonly OutboxEntry[]> {
  return new Promise((resolve) => {
    timers.after(LIST_TIMEOUT_MS, () => {
      resolve([]);
    });
  });
}
