import { collectionPath } from '@foldmark/contract/firestore-paths';
import type { LibraryCollection } from '@foldmark/library/entities/collections';
import type { DocumentVersion, Micros } from '@foldmark/library/entities/records';
import { READ_DOCUMENT } from '@foldmark/contract/read-document';

import type { Cloud } from '#web/sync/feed/cloud.ts';
import { cursorOf, cursorUnderLoad, isTooOld, SETTLED_MS } from '#web/sync/feed/cursor.ts';
import { Intake } from '#web/sync/feed/intake.ts';
import type { ReadDocument } from '#web/sync/rest/rest-document.ts';
import type { LiveQuery } from '#web/sync/feed/listener.ts';
import {
  OpenSubscription,
  type QuerySnapshot,
  type SnapshotDocument,
  type Subscription,
} from '#web/sync/feed/subscription.ts';
import type { Library } from '@foldmark/library/memory/library';
import type { Replica, SyncState } from '#web/sync/replica/replica.ts';
import { createStore, type Readable } from '#web/sync/store.ts';
import type { Timers } from '#web/sync/timers.ts';

const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 60_000;

/** Documents that the server has sent, each of which was billed. */
export interface FeedRead {
  readonly collection: LibraryCollection;
  readonly count: number;
  /** Whether the documents are the whole collection. */
  readonly isWhole: boolean;
}

export interface FeedDeps {
  readonly uid: string;
  readonly cloud: Pick<Cloud, 'readAll' | 'newerThan'>;
  readonly library: Library;
  readonly replica: Replica;
  readonly timers: Timers;
  readonly onRead: (read: FeedRead) => void;
  readonly report: (message: string, cause: unknown) => void;
}

/**
 * Keeps one collection of the library in sync with the server. Reads the whole collection if the replica is missing or too
 * old, and then listens to changes.
 */
export class Feed<C extends LibraryCollection> {
  readonly collection: C;
  readonly #deps: FeedDeps;
  readonly #subscription = createStore<OpenSubscription<SnapshotDocument> | null>(null);
  #stopListening: () => void = () => undefined;
  readonly #isLive = createStore(false);
  readonly #isBehind = createStore(false);
  readonly #intake: Intake<SnapshotDocument>;
  /** Changes that are in the library but not yet in the replica. */
  #unstored: DocumentVersion<C>[] = [];
  #state: SyncState;
  #failures = 0;
  #cancelTimers = new Set<() => void>();
  #cancelRetry: (() => void) | null = null;
  #changedAt = 0;
  #isSettled = true;
  #isSettling = false;
  #isClosed = false;

  constructor(collection: C, state: SyncState | null, deps: FeedDeps) {
    this.collection = collection;
    this.#deps = deps;
    const isUsable = state !== null && !isTooOld(state, deps.timers.now());
    this.#state = isUsable ? state : { newest: 0, heardAt: 0 };
    this.isComplete = createStore(isUsable);
    this.#intake = new Intake({
      timers: deps.timers,
      apply: (documents) => {
        this.#apply(documents);
      },
      // Stored only when all are applied. After a crash, the rest of a commit would not be newer than its stored part.
      onDone: () => {
        this.#store(this.#unstored.splice(0));
      },
    });
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

  /** When this subscription last heard the server. */
  get heardAt(): number {
    return this.#subscription.get()?.heardAt ?? 0;
  }

  /** Whether the feed is disconnected although it should be connected. */
  get isBehind(): Readable<boolean> {
    return this.#isBehind;
  }

  /** Never rejects. */
  async start(): Promise<void> {
    try {
      if (this.isComplete.get() && !this.#isTooOld) await this.#listen();
      else await this.#readAll();
    } catch (error) {
      this.#failed(error);
    }
  }

  #received(subscription: OpenSubscription<SnapshotDocument>, snapshot: QuerySnapshot): void {
    // A purged tombstone needs no change, because the tombstone itself arrived a month before.
    const documents = snapshot.docChanges().flatMap(({ doc, type }) => (type === 'removed' ? [] : [doc]));
    // If the SDK cannot reach the server for a while, it delivers its cache, which is empty.
    const complete = subscription.receive(documents, !snapshot.metadata.fromCache);
    if (complete === null || this.checkAge()) return;
    this.#state = { ...this.#state, heardAt: this.#deps.timers.now() };
    this.#failures = 0;
    this.#deps.onRead({ collection: this.collection, count: complete.length, isWhole: false });
    this.#intake.take(complete);
    if (complete.length > 0) {
      this.#changedAt = this.#deps.timers.now();
      this.#isSettled = false;
    }
    this.#settleLater(SETTLED_MS);
  }

  /**
   * Reads everything again if the server may have purged tombstones since the feed last heard it, as after a long sleep. Returns
   * whether it does.
   */
  checkAge(): boolean {
    // Without a subscription the feed reads everything already, or checks the age when it tries again.
    if (this.#subscription.get() === null || !this.#isTooOld) return false;
    this.#subscribe(null);
    this.#isLive.set(false);
    this.#intake.stop();
    this.#unstored = [];
    void this.start();
    return true;
  }

  /** Ends the subscription after an error, and starts another one after a delay. */
  #failed(error: unknown): void {
    if (this.#isClosed) return;
    this.#subscribe(null);
    this.#isLive.set(false);
    this.#failures += 1;
    // The first failure is often just an expired token, so only the second one is reported.
    if (this.#failures === 2) {
      this.#deps.report(`The feed of ${this.collection} fails.`, error);
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

  /** Retries at once instead of after the remaining delay. */
  retry(): void {
    if (this.#cancelRetry === null) return;
    this.#cancelRetry();
    this.#cancelRetry = null;
    void this.start();
  }

  close(): void {
    this.#isClosed = true;
    for (const cancel of this.#cancelTimers) cancel();
    this.#intake.stop();
    this.#subscribe(null);
    this.#isLive.set(false);
  }

  get #isTooOld(): boolean {
    return isTooOld(this.#state, this.#deps.timers.now());
  }

  async #listen(cursor = cursorOf(this.#state)): Promise<void> {
    const live = await this.#deps.cloud.newerThan(this.#path, cursor);
    if (this.#isClosed) return;
    this.#subscribe(live);
  }

  /** Replaces the subscription. The SDK delivers nothing to a stopped one. */
  #subscribe(live: LiveQuery | null): void {
    this.#stopListening();
    this.#stopListening = () => undefined;
    this.#subscription.get()?.end();
    if (live === null) {
      this.#subscription.set(null);
      return;
    }
    const subscription = new OpenSubscription<SnapshotDocument>(live.query, this.#deps.timers);
    this.#subscription.set(subscription);
    const stopStatus = subscription.status.subscribe(() => {
      const { state } = subscription.status.get();
      this.#isLive.set(state === 'live');
      if (state === 'live') this.#isBehind.set(false);
      if (state === 'behind') this.#isBehind.set(true);
    });
    const stop = live.listen(
      (snapshot) => {
        this.#received(subscription, snapshot);
      },
      (error) => {
        this.#failed(error);
      },
    );
    this.#stopListening = () => {
      stopStatus();
      stop();
    };
  }

  async #readAll(): Promise<void> {
    const { cloud, library, replica, timers } = this.#deps;
    const heardAt = timers.now();
    const documents = await cloud.readAll(this.#path);
    if (this.#isClosed) return;
    this.#deps.onRead({ collection: this.collection, count: documents.length, isWhole: true });
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
    return collectionPath(this.#deps.uid, this.collection);
  }

  /** Reports and skips a document that does not match the contract. */
  #read({ id, data }: ReadDocument): DocumentVersion<C>[] {
    try {
      return [READ_DOCUMENT[this.collection](id, data)];
    } catch (error) {
      this.#deps.report(`${this.#path}/${id} could not be read.`, error);
      return [];
    }
  }

  #apply(documents: readonly SnapshotDocument[]): void {
    const changes = documents.flatMap((document) => this.#read({ id: document.id, data: document.data() }));
    this.#deps.library.receive(this.collection, changes);
    for (const change of changes) this.#unstored.push(change);
  }

  #store(changes: readonly DocumentVersion<C>[]): void {
    const { newest, heardAt } = this.#state;
    this.#state = { newest: newestOf(changes, newest), heardAt };
    void this.#deps.replica.write(this.collection, changes, this.#state);
  }

  /** Schedules `#settle` once, however many changes arrive until then. */
  #settleLater(ms: number): void {
    if (this.#isSettled || this.#isSettling) return;
    this.#isSettling = true;
    const due = this.#deps.timers.now() + ms;
    this.#after(ms, () => {
      this.#isSettling = false;
      this.#settle(due);
    });
  }

  /**
   * Advances the cursor when no more changes arrive. Replaces a subscription that has delivered many changes. If the page slept,
   * `due` is long past, and the server was not heard since.
   */
  #settle(due: number): void {
    const subscription = this.#subscription.get();
    // A disconnected feed may have missed a change. It settles after its next snapshot.
    if (subscription === null || !subscription.isLive) return;
    const waitMs = this.#changedAt + SETTLED_MS - this.#deps.timers.now();
    if (waitMs <= 0) {
      this.#isSettled = true;
      this.#state = { ...this.#state, heardAt: Math.max(this.#state.heardAt, due) };
      this.#store([]);
      if (subscription.isFull) void this.#replace(this.#state.newest);
      return;
    }
    if (subscription.isFull && subscription.isCheapToReplace)
      void this.#replace(cursorUnderLoad(this.#state.newest));
    this.#settleLater(waitMs);
  }

  async #replace(cursor: Micros): Promise<void> {
    try {
      await this.#listen(cursor);
    } catch (error) {
      this.#failed(error);
    }
  }

  #after(ms: number, run: () => unknown): () => void {
    const cancel = this.#deps.timers.after(ms, () => {
      this.#cancelTimers.delete(cancel);
      run();
    });
    this.#cancelTimers.add(cancel);
    return cancel;
  }
}

function newestOf(changes: readonly DocumentVersion[], before: Micros): Micros {
  let newest = before;
  for (const { at } of changes) newest = Math.max(newest, at);
  return newest;
}
