import { type BatchableChange, type LibraryChange, singleCall } from '@foldmark/library/changes/changes';
import { withKnownIds } from '@foldmark/library/changes/references';
import { ACTION_LABEL_MAX_LENGTH } from '@foldmark/contract/limits';
import type { Input } from '@foldmark/contract/endpoints';

import { ApiError } from '#web/api/api-error.ts';
import { toApiError } from '#web/api/api-failures.ts';
import { exchange, type ExchangeDeps, Stuck } from '#web/sync/changes/sending/exchange.ts';
import type { Gesture } from '#web/sync/changes/outbox/outbox-entry.ts';
import { isBatchable, type Part, partsOf } from '@foldmark/contract/batch-parts';
import { batchResults, singleResult } from '#web/sync/changes/sending/results.ts';
import { type QueuedGesture, isGroup, keep } from '#web/sync/changes/sending/queued-gesture.ts';
import type { SendQueue } from '#web/sync/changes/sending/send-queue.ts';
import type { ChangesApi, Result, SendOptions } from '#web/sync/changes/sending/sending.ts';
import type { Keys } from '@foldmark/library/memory/keys';
import { pause } from '#web/sync/timers.ts';
import { numberText } from '@foldmark/library/text/number-text';

/** The history marks gestures as made offline if they are sent later than this. */
const LATE_MS = 60_000;
const STORE_MAX_MS = 5000;
/** The requests of a closing page can have 64 kB in total. */
const LEAVING_PARTS = 5;
/** After this many server errors, a request counts as stuck if other requests succeed. That takes about 80 s. */
const TRIES = 5;

export interface SenderDeps extends ExchangeDeps {
  readonly queue: SendQueue;
  readonly api: ChangesApi;
  readonly keys: Keys;
  readonly newKey: () => string;
  /** Whether the server can read the library at the moment. */
  readonly isHealthy: () => Promise<boolean>;
  /** Stores which request will carry these gestures. Resolves when it is stored. */
  readonly regroup: (gestures: readonly Gesture[]) => Promise<void>;
  /** The device name that the history shows. */
  readonly device: string;
}

/** The object of this change could not be created, which an earlier failure has already reported. */
class CreationFailed extends Error {}

/**
 * Sends the gestures of a queue to the server. A single change uses its documented call; several changes are one action in parts.
 * When many gestures wait, one request carries them.
 */
export class Sender {
  readonly #deps: SenderDeps;
  /** The number of requests that the server has answered. */
  #answered = 0;
  #isSignedOut = false;

  constructor(deps: SenderDeps) {
    this.#deps = deps;
    const { isOnline, signal } = deps;
    const stop = isOnline.subscribe(() => {
      this.start();
    });
    signal.addEventListener('abort', stop);
  }

  /** Sends what the queue gives. Call it when the queue may have more. */
  start(): void {
    const { signal, isOnline, queue } = this.#deps;
    if (signal.aborted || this.#isSignedOut) return;
    if (!isOnline.get()) {
      queue.unawaitWaiting();
      return;
    }
    for (let next = queue.take(); next.length > 0; next = queue.take()) void this.#run(next);
  }

  async #run(items: readonly QueuedGesture[]): Promise<void> {
    const [item] = items;
    if (item === undefined) return;
    try {
      if (isGroup(items)) await this.#sendGroup(items);
      else await this.#sendAlone(item);
    } finally {
      this.#deps.queue.ended(items);
    }
  }

  async #sendAlone(item: QueuedGesture): Promise<void> {
    const { gesture } = item;
    const [change, ...others] = gesture.changes;
    const isSingle = change !== undefined && others.length === 0 && singleCall(change) !== null;
    const parts = partsOf(gesture.changes);
    item.sentCount = parts[0]?.to ?? 0;
    if (gesture.mayBeSent !== true) {
      item.gesture = { ...gesture, mayBeSent: true };
      const stored = this.#store([item]);
      // Don't wait for the store, because the page may end. Nothing is lost: a deletion can be sent twice.
      if (!item.isLeaving) await stored;
    }
    await (isSingle ? this.#sendSingle(item, change) : this.#sendParts(item, parts));
  }

  async #sendSingle(item: QueuedGesture, change: LibraryChange): Promise<void> {
    try {
      const sent = this.#withIds(change);
      if (sent === null) throw new CreationFailed();
      const answer = await this.#exchange([item], async (options) => {
        markSent(item, 0, 1);
        return this.#deps.api.sendChange(sent, options);
      });
      item.answered([singleResult(sent, answer)]);
      item.finished();
    } catch (thrown) {
      this.#fail(item, thrown, 0);
    }
  }

  async #sendParts(item: QueuedGesture, parts: readonly Part[]): Promise<void> {
    const { request, changes, label, undoes, parts: count = parts.length } = item.gesture;
    const sendOne = async ({ from, to }: Part): Promise<void> => {
      const results = await this.#sendPart([item], changes.slice(from, to), {
        action_id: request,
        part: parts.findIndex((part) => part.from === from),
        parts: count,
        label,
        ...(undoes === undefined ? {} : { undoes }),
        sent: () => {
          markSent(item, from, to);
        },
      });
      item.answered(results.map((result) => ({ ...result, index: from + result.index })));
    };
    let next = 0;
    while (next < parts.length && (parts[next]?.from ?? 0) < item.limit) {
      const together = parts.slice(next, next + (item.isLeaving ? LEAVING_PARTS : 1));
      next += together.length;
      item.sentCount = together.at(-1)?.to ?? 0;
      // Each part has its own outcome.
      const outcomes = await Promise.allSettled(together.map(sendOne));
      const index = outcomes.findIndex(({ status }) => status === 'rejected');
      const failed = outcomes[index];
      if (failed?.status === 'rejected') {
        this.#fail(item, failed.reason, together[index]?.from ?? 0);
        return;
      }
    }
    item.finished();
  }

  async #sendGroup(items: readonly QueuedGesture[]): Promise<void> {
    const { newKey, timers } = this.#deps;
    const id = items[0]?.gesture.group?.id ?? newKey();
    for (const [index, item] of items.entries()) {
      item.gesture = { ...item.gesture, group: { id, index } };
      item.sentCount = item.gesture.changes.length;
    }
    await this.#store(items);
    const sent = items.flatMap((item) =>
      item.gesture.changes.map((change, index) => ({ item, change, index })),
    );
    const isLate = items.some(({ gesture }) => timers.now() - gesture.at > LATE_MS);
    try {
      // Each creation in a group has the key of its gesture. If the group is stuck, sending the gesture alone creates nothing a
      // second time.
      const changes = sent.map(({ item, change }) =>
        'ref' in change ? { ...change, key: item.gesture.request } : change,
      );
      const results = await this.#sendPart(items, changes, {
        action_id: id,
        part: 0,
        parts: 1,
        label: `${numberText(changes.length)} changes${isLate ? ' made offline' : ''}`,
        sent: () => {
          for (const item of items) markSent(item, 0, item.gesture.changes.length);
        },
      });
      const ofItem = Map.groupBy(results, ({ index }) => sent[index]?.item);
      for (const item of items) {
        const own = ofItem.get(item) ?? [];
        item.answered(own.map((result) => ({ ...result, index: sent[result.index]?.index ?? 0 })));
        item.finished();
      }
    } catch (thrown) {
      if (items.some(({ isWithdrawn }) => isWithdrawn)) this.#regroupRest(items);
      // One invalid change refuses the whole request, or makes the server fail. So each gesture is then sent alone.
      else if (thrown instanceof Stuck || (thrown instanceof ApiError && thrown.code === 'refused'))
        await this.#ungroup(items, thrown instanceof Stuck);
      else for (const item of items) this.#fail(item, thrown, 0);
    }
  }

  /** Sends the rest of a group with another request, if one of its gestures was withdrawn before anything was sent. */
  #regroupRest(items: readonly QueuedGesture[]): void {
    const rest = items.filter(({ isWithdrawn }) => !isWithdrawn);
    for (const item of rest) {
      const { group: _, ...gesture } = item.gesture;
      item.gesture = gesture;
      item.sentCount = 0;
    }
    this.#deps.queue.putBack(rest);
  }

  async #ungroup(items: readonly QueuedGesture[], mayBeMade: boolean): Promise<void> {
    for (const item of items) {
      item.isSent = mayBeMade;
      const { group: _, ...gesture } = item.gesture;
      item.gesture = { ...gesture, mayBeSent: true };
      item.isSolo = true;
      item.sentCount = 0;
    }
    // Store that the gestures are sent alone from now on, so that the next page does not send the group again.
    await this.#store(items);
    this.#deps.queue.putBack(items);
  }

  async #sendPart(
    items: readonly QueuedGesture[],
    changes: readonly LibraryChange[],
    { sent, label, ...part }: Omit<Input<'/batch/'>, 'changes'> & { readonly sent: () => void },
  ): Promise<readonly Result[]> {
    const refs = new Set(changes.flatMap((change) => ('ref' in change ? [change.ref] : [])));
    const indexes: number[] = [];
    const resolved: BatchableChange[] = [];
    const missing: Result[] = [];
    for (const [index, change] of changes.entries()) {
      const one = this.#withIds(change, refs);
      if (one === null || !isBatchable(one)) missing.push({ index, skipped: { why: 'gone' } });
      else {
        indexes.push(index);
        resolved.push(one);
      }
    }
    if (resolved.length === 0) return missing;
    const { device } = this.#deps;
    // Cuts the label, because it can contain the name of a folder, which may be longer than a label.
    const batch = {
      ...part,
      label: label.slice(0, ACTION_LABEL_MAX_LENGTH).toWellFormed(),
      device,
      changes: resolved,
    };
    const answer = await this.#exchange(items, async (options) => {
      sent();
      return this.#deps.api.sendBatch(batch, options);
    });
    return [...missing, ...batchResults(resolved, indexes, answer)];
  }

  /** Replaces keys by ids. A key in `refs` stays, because the same request creates its object. Null if ids are missing. */
  #withIds<C extends LibraryChange>(change: C, refs: ReadonlySet<number> = new Set()): C | null {
    return withKnownIds(change, (kind, key) => (refs.has(key) ? key : this.#deps.keys.idOf(kind, key)));
  }

  async #exchange<A>(
    items: readonly QueuedGesture[],
    send: (options: SendOptions) => Promise<A>,
  ): Promise<A> {
    let before: number | null = null;
    const answer = await exchange(this.#deps, {
      requestKey: items[0]?.gesture.request ?? '',
      send,
      isAwaited: () => items.some(({ isAwaited }) => isAwaited),
      isWithdrawn: () => items.some(({ isWithdrawn }) => isWithdrawn),
      kept: (error) => {
        for (const item of items) keep(item, error);
      },
      onPause: (isPausing) => {
        for (const item of items) item.isPausing = isPausing;
        if (isPausing) this.start();
      },
      onUnauthorized: () => {
        this.#isSignedOut = true;
      },
      isStuck: async (failures) => {
        before ??= this.#answered;
        if (failures < TRIES && items[0]?.isTriedOnce !== true) return false;
        return this.#answered > before || this.#deps.isHealthy();
      },
    });
    this.#answered += 1;
    return answer;
  }

  /** Stores how the gestures are sent. Continues without the store if it does not answer in time. */
  async #store(items: readonly QueuedGesture[]): Promise<void> {
    const { regroup, timers, signal } = this.#deps;
    await Promise.race([regroup(items.map(({ gesture }) => gesture)), pause(timers, STORE_MAX_MS, signal)]);
  }

  #fail(item: QueuedGesture, thrown: unknown, from: number): void {
    const { signal } = this.#deps;
    if (signal.aborted || item.isWithdrawn) return;
    if (thrown instanceof CreationFailed) item.dropped();
    else if (thrown instanceof Stuck) item.stuck(item.gesture, thrown.error, from);
    else item.refused(toApiError(thrown, signal), from);
  }
}

function markSent(item: QueuedGesture, from: number, to: number): void {
  item.isSent = true;
  item.sent(from, to);
}
