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
/** The SDK looks at all that a subscription has ever told whenever it tells something: after so much it begins anew. */
const MANY_CHANGES = 200;

/** What somebody who can must listen to, and tell the feed of, until it has ended. No two are the same. */
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
 * Keeps one collection of the library in step with the server: reads it as a whole where the replica can't be built on,
 * and from then on takes over what changes.
 */
export class Feed<C extends LibraryCollection> {
  readonly collection: C;
  readonly #parts: FeedParts;
  readonly #subscription = createStore<Subscription | null>(null);
  readonly #isLive = createStore(false);
  readonly #isBehind = createStore(false);
  /** What came before the server said that this is all. */
  #heard: Change<C>[] = [];
  /** How many changes this subscription has told of. */
  #told = 0;
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
    this.isWhole = createStore(isUsable);
  }

  /** Whether the whole of the collection has been read, now or earlier. */
  readonly isWhole: Readable<boolean> & { readonly set: (isWhole: boolean) => void };

  get subscription(): Readable<Subscription | null> {
    return this.#subscription;
  }

  /** Whether the server is being heard. */
  get isLive(): Readable<boolean> {
    return this.#isLive;
  }

  /** Whether the server should be heard and is not. */
  get isBehind(): Readable<boolean> {
    return this.#isBehind;
  }

  /** Never rejects. */
  async start(): Promise<void> {
    try {
      if (this.isWhole.get()) await this.#listen();
      else await this.#readAll();
    } catch (error) {
      this.failed(error);
    }
  }

  /** Takes over a snapshot of the subscription, each in its turn. */
  received(snapshot: Snapshot): void {
    if (this.#isClosed) return;
    for (const { doc, type } of snapshot.docChanges()) {
      // What is purged for good has told that it is deleted, a month before.
      if (type !== 'removed') this.#heard.push(...this.#read({ id: doc.id, data: doc.data() }));
    }
    // The SDK says what it has, which is nothing, when it has tried for a while to reach the server.
    this.#isBehind.set(snapshot.metadata.fromCache);
    if (snapshot.metadata.fromCache) return;
    this.#failures = 0;
    this.#isLive.set(true);
    const changes = this.#heard;
    this.#heard = [];
    this.#told += changes.length;
    this.#parts.library.receive(this.collection, changes);
    this.#keep(changes);
    if (changes.length > 0) this.#after(SETTLED_MS, () => this.#settle());
  }

  /** The subscription has ended: makes another one after a while. */
  failed(error: unknown): void {
    if (this.#isClosed) return;
    this.#subscribe(null);
    this.#isLive.set(false);
    this.#failures += 1;
    // The first failure is often that of a token that has just run out.
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

  /** Somebody does not want to wait until it is tried again. */
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
    this.#heard = [];
    this.#told = 0;
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
    this.isWhole.set(true);
    this.#failures = 0;
    this.#isBehind.set(false);
    await Promise.all([this.#listen(), replica.replace(this.collection, changes, state)]);
  }

  get #path(): string {
    return collectionPath(this.#parts.uid, this.collection);
  }

  /** A document that the contract does not know is told of and left out; the others are still good. */
  #read({ id, data }: ReadDocument): Change<C>[] {
    try {
      return [READ_DOCUMENT[this.collection](id, data)];
    } catch (error) {
      this.#parts.report(`${this.#path}/${id} cannot be read.`, error);
      return [];
    }
  }

  #keep(changes: readonly Change<C>[]): void {
    const { replica, timers } = this.#parts;
    this.#state = { newest: newestOf(changes, this.#state.newest), heardAt: timers.now() };
    void replica.write(this.collection, changes, this.#state);
  }

  /** Only who still hears the server knows that nothing more came. */
  #settle(): void {
    if (!this.#isLive.get() || this.#isBehind.get()) return;
    this.#keep([]);
    if (this.#told > MANY_CHANGES) void this.start();
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
