import { collectionPath, type LibraryCollection } from '@foldmark/contract/firestore-paths';
import type { Query } from 'firebase/firestore';

import type { Cloud } from '#web/sync/feed/cloud.ts';
import { cursorOf, isTooOld, SETTLED_MS } from '#web/sync/feed/cursor.ts';
import type { ReadDocument } from '#web/sync/feed/reader.ts';
import type { Library } from '#web/sync/library/library.ts';
import { READ_DOCUMENT } from '#web/sync/model/read-document.ts';
import type { Change, Micros } from '#web/sync/model/records.ts';
import type { Replica, SyncState } from '#web/sync/replica/replica.ts';
import { createStore, type Readable } from '#web/sync/store.ts';
import type { Timers } from '#web/sync/timers.ts';

const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 60_000;
/** The SDK compares each snapshot with all earlier changes of a subscription. After this many, the feed resubscribes. */
const MAX_CHANGES = 200;

/** A query to listen to. The owner of the feed listens and hands snapshots to the feed until `ended` aborts. */
export interface Subscription {
  readonly id: string;
  readonly query: Query;
  readonly ended: AbortSignal;
}

/** The part of a QuerySnapshot that a feed reads. */
export interface Snapshot {
  readonly metadata: { readonly fromCache: boolean };
  docChanges(): readonly {
    readonly type: 'added' | 'modified' | 'removed';
    readonly doc: { readonly id: string; data(): unknown };
  }[];
}

export interface FeedParts {
  readonly uid: string;
  readonly cloud: Pick<Cloud, 'readAll' | 'newerThan'>;
  readonly library: Library;
  readonly replica: Replica;
  readonly timers: Timers;
  readonly report: (message: string, cause: unknown) => void;
}

/**
 * Keeps one collection of the library in sync with the server. Reads the whole collection if the replica is missing or too
 * old, and then listens to changes.
 */
export class Feed<C extends LibraryCollection> {
  readonly collection: C;
  readonly #parts: FeedParts;
  readonly #subscription = createStore<Subscription | null>(null);
  readonly #isLive = createStore(false);
  readonly #isBehind = createStore(false);
  /** Changes received before the server confirmed that the snapshot is complete. */
  #pending: Change<C>[] = [];
  /** How many changes this subscription has delivered. */
  #changeCount = 0;
  #ending = new AbortController();
  #state: SyncState;
  #failures = 0;
  #cancelTimers = new Set<() => void>();
  #cancelRetry: (() => void) | null = null;
  #isClosed = false;

  constructor(collection: C, state: SyncState | null, parts: FeedParts) {
    this.collection = collection;
    this.#parts = parts;
    const isUsable = state !== null && !isTooOld(state, parts.timers.now());
    this.#state = isUsable ? state : { newest: 0, heardAt: 0 };
    this.isComplete = createStore(isUsable);
  }

  /** Whether the whole collection has been read, on this page or an earlier one. */
  readonly isComplete: Readable<boolean> & { readonly set: (isComplete: boolean) => void };

  get subscription(): Readable<Subscription | null> {
    return this.#subscription;
  }

  /** Whether the feed is connected to the server. */
  get isLive(): Readable<boolean> {
    return this.#isLive;
  }

  /** Whether the feed should be connected and is not. */
  get isBehind(): Readable<boolean> {
    return this.#isBehind;
  }

  /** Never rejects. */
  async start(): Promise<void> {
    try {
      if (this.isComplete.get()) await this.#listen();
      else await this.#readAll();
    } catch (error) {
      this.failed(error);
    }
  }

  /** Applies a snapshot of the subscription. Snapshots must come in order. */
  received(snapshot: Snapshot): void {
    if (this.#isClosed) return;
    for (const { doc, type } of snapshot.docChanges()) {
      // A purged document needs no change: its tombstone arrived a month before.
      if (type !== 'removed') this.#pending.push(...this.#read({ id: doc.id, data: doc.data() }));
    }
    // If the SDK cannot reach the server for a while, it delivers its cache, which is empty.
    this.#isBehind.set(snapshot.metadata.fromCache);
    if (snapshot.metadata.fromCache) return;
    this.#failures = 0;
    this.#isLive.set(true);
    const changes = this.#pending;
    this.#pending = [];
    this.#changeCount += changes.length;
    this.#parts.library.receive(this.collection, changes);
    this.#store(changes);
    if (changes.length > 0) this.#after(SETTLED_MS, () => this.#settle());
  }

  /** Ends the subscription after an error, and starts another one after a delay. */
  failed(error: unknown): void {
    if (this.#isClosed) return;
    this.#subscribe(null);
    this.#isLive.set(false);
    this.#failures += 1;
    // The first failure is often an expired token.
    if (this.#failures === 2) {
      this.#parts.report(`The feed of ${this.collection} fails.`, error);
      this.#isBehind.set(true);
    }
    this.#cancelRetry = this.#after(
      Math.min(FIRST_RETRY_MS * 2 ** (this.#failures - 1), LAST_RETRY_MS),
      () => {
        this.#cancelRetry = null;
        void this.start();
      },
    );
  }

  /** Retries at once instead of after the delay. */
  retry(): void {
    if (this.#cancelRetry === null) return;
    this.#cancelRetry();
    this.#cancelRetry = null;
    void this.start();
  }

  close(): void {
    this.#isClosed = true;
    for (const cancel of this.#cancelTimers) cancel();
    this.#subscribe(null);
    this.#isLive.set(false);
  }

  async #listen(): Promise<void> {
    const query = await this.#parts.cloud.newerThan(this.#path, cursorOf(this.#state));
    if (this.#isClosed) return;
    this.#subscribe(query);
  }

  #subscribe(query: Query | null): void {
    this.#ending.abort();
    this.#ending = new AbortController();
    this.#pending = [];
    this.#changeCount = 0;
    this.#subscription.set(
      query === null ? null : { id: crypto.randomUUID(), query, ended: this.#ending.signal },
    );
  }

  async #readAll(): Promise<void> {
    const { cloud, library, replica, timers } = this.#parts;
    const heardAt = timers.now();
    const documents = await cloud.readAll(this.#path);
    if (this.#isClosed) return;
    const changes = documents.flatMap((document) => this.#read(document));
    const state = { newest: newestOf(changes, 0), heardAt };
    this.#state = state;
    library.replace(this.collection, changes);
    this.isComplete.set(true);
    this.#failures = 0;
    this.#isBehind.set(false);
    await Promise.all([this.#listen(), replica.replace(this.collection, changes, state)]);
  }

  get #path(): string {
    return collectionPath(this.#parts.uid, this.collection);
  }

  /** Reports and skips a document that does not match the contract. */
  #read({ id, data }: ReadDocument): Change<C>[] {
    try {
      return [READ_DOCUMENT[this.collection](id, data)];
    } catch (error) {
      this.#parts.report(`${this.#path}/${id} could not be read.`, error);
      return [];
    }
  }

  #store(changes: readonly Change<C>[]): void {
    const { replica, timers } = this.#parts;
    this.#state = { newest: newestOf(changes, this.#state.newest), heardAt: timers.now() };
    void replica.write(this.collection, changes, this.#state);
  }

  /** Advances the cursor, if the feed is still connected and so cannot have missed a change. */
  #settle(): void {
    if (!this.#isLive.get() || this.#isBehind.get()) return;
    this.#store([]);
    if (this.#changeCount > MAX_CHANGES) void this.start();
  }

  #after(ms: number, run: () => unknown): () => void {
    const cancel = this.#parts.timers.after(ms, () => {
      this.#cancelTimers.delete(cancel);
      run();
    });
    this.#cancelTimers.add(cancel);
    return cancel;
  }
}

function newestOf(changes: readonly Change[], before: Micros): Micros {
  let newest = before;
  for (const { at } of changes) newest = Math.max(newest, at);
  return newest;
}
