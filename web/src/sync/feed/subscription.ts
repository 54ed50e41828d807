import type { Query } from 'firebase/firestore';

import { SETTLED_MS } from '#web/sync/feed/cursor.ts';
import { createStore, type Readable } from '#web/sync/store.ts';
import type { Timers } from '#web/sync/timers.ts';

/** Under load, a new subscription delivers the SDK's cache for a moment. The feed counts as behind only after this long. */
export const BEHIND_MS = 2000;

/** The SDK keeps all changes of a subscription in memory and iterates over them at each snapshot. */
const MAX_CHANGES = 200;

/** The largest part of its changes that a replaced subscription may read again. */
const MAX_REREAD_PART = 0.02;

/** The part of a QuerySnapshot that a feed reads. */
export interface QuerySnapshot {
  readonly metadata: { readonly fromCache: boolean };
  docChanges(): readonly {
    readonly type: 'added' | 'modified' | 'removed';
    readonly doc: SnapshotDocument;
  }[];
}

export interface SnapshotDocument {
  readonly id: string;
  data(): unknown;
}

/** How far a subscription is in sync with the server. */
export interface SyncStatus {
  /**
   * `connecting`: nothing has arrived yet. `live`: the server has confirmed that nothing is missing. `cached`: the SDK knows only
   * a part, as it does for a moment when it connects. `behind`: the SDK has known only a part for longer, so the server can't be
   * reached.
   */
  readonly state: 'connecting' | 'live' | 'cached' | 'behind';
  /** How many changes the subscription has delivered. */
  readonly received: number;
}

/** A query that a feed listens to. */
export interface Subscription {
  /** Null for a server in memory. */
  readonly query: Query | null;
  readonly status: Readable<SyncStatus>;
}

/** The changes that one subscription has delivered. `T` is an unparsed document. */
export class OpenSubscription<T> implements Subscription {
  /** Null for a server in memory. */
  readonly query: Query | null;
  readonly #timers: Timers;
  readonly #status = createStore<SyncStatus>({ state: 'connecting', received: 0 });
  /** Changes received before the server confirmed that the snapshot is complete. */
  #pending: T[] = [];
  /** The changes that a new subscription might read again. */
  #recent: { readonly at: number; readonly count: number }[] = [];
  #received = 0;
  #heardAt = 0;
  #cancelBehind: (() => void) | null = null;

  constructor(query: Query | null, timers: Timers) {
    this.query = query;
    this.#timers = timers;
  }

  get status(): Readable<SyncStatus> {
    return this.#status;
  }

  get isLive(): boolean {
    return this.#status.get().state === 'live';
  }

  /** When the server last confirmed that nothing is missing. */
  get heardAt(): number {
    return this.#heardAt;
  }

  /** Keeps the changes of a snapshot. Returns all kept changes once a snapshot is complete, and null before. */
  receive(changes: readonly T[], isComplete: boolean): readonly T[] | null {
    for (const change of changes) this.#pending.push(change);
    if (!isComplete) {
      this.#waitForServer();
      return null;
    }
    this.#cancelBehind?.();
    this.#cancelBehind = null;
    this.#heardAt = this.#timers.now();
    const complete = this.#pending;
    this.#pending = [];
    this.#received += complete.length;
    if (complete.length > 0) this.#recent.push({ at: this.#timers.now(), count: complete.length });
    this.#status.set({ state: 'live', received: this.#received });
    return complete;
  }

  /** Whether the SDK holds so many changes that replacing the subscription pays off. */
  get isFull(): boolean {
    return this.#received > MAX_CHANGES;
  }

  /** Whether a new subscription would read only few of the changes again. It reads changes again that may be incomplete. */
  get isCheapToReplace(): boolean {
    const since = this.#timers.now() - SETTLED_MS;
    this.#recent = this.#recent.filter(({ at }) => at > since);
    const reread = this.#recent.reduce((sum, { count }) => sum + count, 0);
    return reread <= this.#received * MAX_REREAD_PART;
  }

  end(): void {
    this.#cancelBehind?.();
    this.#cancelBehind = null;
  }

  #waitForServer(): void {
    if (this.#cancelBehind !== null) return;
    this.#set('cached');
    this.#cancelBehind = this.#timers.after(BEHIND_MS, () => {
      this.#set('behind');
    });
  }

  #set(state: SyncStatus['state']): void {
    this.#status.set({ state, received: this.#received });
  }
}
