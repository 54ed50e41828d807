import type { Gesture } from '#web/sync/changes/outbox/outbox-entry.ts';
import { lanesOf } from '#web/sync/changes/sending/lanes.ts';
import { isGroup, keep, type QueuedGesture } from '#web/sync/changes/sending/queued-gesture.ts';
import { mustStay } from '#web/sync/changes/sending/rebase-guards.ts';
import type { Sending } from '#web/sync/changes/sending/sending.ts';
import { nextGestures } from '#web/sync/changes/sending/waiting-gestures.ts';
import type { Timers } from '#web/sync/timers.ts';

/** A browser opens few connections to one server, and a function instance serves one request at a time. */
const CALLS_AT_ONCE = 4;

export interface SendQueueDeps {
  readonly timers: Timers;
  readonly signal: AbortSignal;
  /** Gestures of earlier pages are sent only after this resolves. */
  readonly ready: Promise<void>;
  /** Called when `take` may return more gestures than before. */
  readonly onChange: () => void;
}

/** The gestures without an answer of the server, in order. Decides which of them the next request carries. */
export class SendQueue {
  readonly #deps: SendQueueDeps;
  #waiting: QueuedGesture[] = [];
  /** The requests under way. */
  readonly #running = new Set<readonly QueuedGesture[]>();
  /** The lanes of objects that set-aside gestures create, by request. Later gestures in these lanes wait. */
  readonly #held = new Map<string, readonly string[]>();
  #isReady = false;
  #cancelTimer: (() => void) | null = null;

  constructor(deps: SendQueueDeps) {
    this.#deps = deps;
    const { signal, ready, onChange } = deps;
    signal.addEventListener('abort', () => this.#cancelTimer?.());
    void ready.then(() => {
      this.#isReady = true;
      onChange();
    });
  }

  /** The gestures of the requests under way. */
  get #sending(): readonly QueuedGesture[] {
    return [...this.#running].flat();
  }

  /** Adds gestures in order. Add those of an earlier page together, so that their groups are sent unchanged. */
  add(...sendings: readonly Sending[]): void {
    for (const sending of sendings) {
      // Not deduplicated, because a set of 100,000 lanes takes longer than making them.
      const lanes = sending.gesture.changes.flatMap(lanesOf);
      const { isResumed, gesture } = sending;
      const isSolo = isResumed && gesture.mayBeSent === true;
      const state = {
        sentCount: 0,
        limit: gesture.changes.length,
        isSolo,
        isSent: false,
        isWithdrawn: false,
        isLeaving: false,
        isPausing: false,
      };
      this.#waiting.push({ ...sending, ...state, lanes });
    }
    // A gesture that was set aside comes before later gestures about the objects that it creates.
    this.#waiting.sort((one, other) => one.gesture.at - other.gesture.at);
    this.#deps.onChange();
  }

  /** Removes a gesture that was not sent. Returns false if this page or an earlier one may have sent it. */
  withdraw(request: string): boolean {
    const isThis = ({ gesture }: QueuedGesture): boolean => gesture.request === request;
    const begun = this.#sending.find((item) => isThis(item) && !item.isSent && !item.isResumed);
    if (begun !== undefined) begun.isWithdrawn = true;
    // The server may have made what was sent in a group that it did not answer.
    else if (!this.#waiting.some((item) => isThis(item) && !item.isSent)) return false;
    this.#waiting = this.#waiting.filter((item) => !isThis(item));
    // Deferred, because the caller may withdraw more gestures.
    queueMicrotask(this.#deps.onChange);
    return true;
  }

  /** The gestures without an answer. `isFixed`: the gesture may have been sent, so a retry must be identical. */
  queued(mayRepeat: boolean): readonly { readonly gesture: Gesture; readonly isFixed: boolean }[] {
    return [
      ...this.#sending.map(({ gesture }) => ({ gesture, isFixed: true })),
      ...this.#waiting.map(({ gesture, isResumed }) => ({
        gesture,
        isFixed: mayRepeat && isResumed && mustStay(gesture),
      })),
    ];
  }

  /** Called when no dialog waits for this gesture any more. */
  unawait(request: string): void {
    for (const item of [...this.#waiting, ...this.#sending]) {
      if (item.gesture.request === request && item.isAwaited) keep(item, null);
    }
  }

  /** Called without a network: no dialog waits for a gesture that can't be sent. */
  unawaitWaiting(): void {
    for (const item of this.#waiting) if (item.isAwaited) keep(item, null);
  }

  /** Called when a gesture is set aside. Later gestures about the objects that it creates wait. */
  hold(request: string, lanes: readonly string[]): void {
    this.#held.set(request, lanes);
  }

  release(request: string): void {
    this.#held.delete(request);
    this.#deps.onChange();
  }

  /** Stops a gesture after the part under way. Returns how many changes were sent, or null if the server has answered all. */
  stop(request: string): number | null {
    const item = this.#sending.find(({ gesture }) => gesture.request === request);
    if (item === undefined) return null;
    item.limit = item.sentCount;
    return item.sentCount;
  }

  /** Makes the gestures that are held back for undo sendable at once. */
  sendHeld(isLeaving = false): void {
    for (const item of this.#waiting) {
      const { heldUntil, ...gesture } = item.gesture;
      item.gesture = gesture;
      // A group of an earlier page is sent unchanged.
      item.isLeaving ||= isLeaving && heldUntil !== undefined && gesture.group === undefined;
    }
    this.#deps.onChange();
  }

  /** Called when the user returns to a page that was left. */
  stay(): void {
    for (const item of [...this.#waiting, ...this.#sending]) item.isLeaving = false;
  }

  /** The gestures of the next request, which is under way from now on. Empty if nothing can be sent now. */
  take(): readonly QueuedGesture[] {
    const next = this.#next();
    if (next.length === 0) {
      this.#wakeForHeld();
      return next;
    }
    const taken = new Set(next);
    this.#running.add(next);
    this.#waiting = this.#waiting.filter((item) => !taken.has(item));
    return next;
  }

  /** Puts gestures of a request under way back to the front. */
  putBack(items: readonly QueuedGesture[]): void {
    this.#waiting = [...items, ...this.#waiting];
  }

  /** Called when a request has ended. */
  ended(items: readonly QueuedGesture[]): void {
    this.#running.delete(items);
    this.#deps.onChange();
  }

  #next(): readonly QueuedGesture[] {
    if (this.#waiting.length === 0) return [];
    // A page that is left gets no answers. So its deletions do not wait for other gestures, and are not grouped.
    const isLeaving = this.#waiting.some((item) => item.isLeaving);
    const [leaving] = isLeaving ? this.#nextOf((item) => item.isLeaving) : [];
    if (leaving !== undefined) return [leaving];
    const active = [...this.#running].filter((items) => !items.some(({ isPausing }) => isPausing));
    if (active.length >= CALLS_AT_ONCE) return [];
    const next = this.#nextOf(() => true);
    // Only one group is sent at a time, so that more gestures can join the next one.
    return isGroup(next) && active.some(isGroup) ? [] : next;
  }

  #nextOf(isThis: (item: QueuedGesture) => boolean): readonly QueuedGesture[] {
    const busy = new Set([...this.#held.values()].flat());
    for (const items of this.#running) {
      for (const { lanes } of items) for (const lane of lanes) busy.add(lane);
    }
    const now = this.#deps.timers.now();
    const isSendable = (item: QueuedGesture): boolean =>
      isThis(item) && (item.gesture.heldUntil ?? 0) <= now && (this.#isReady || !item.isResumed);
    return nextGestures(this.#waiting, busy, isSendable);
  }

  /** Announces when the first gesture that is held back for undo becomes sendable. */
  #wakeForHeld(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    const { timers, onChange } = this.#deps;
    const now = timers.now();
    let next = Infinity;
    for (const { gesture } of this.#waiting) {
      const { heldUntil = 0 } = gesture;
      if (heldUntil > now && heldUntil < next) next = heldUntil;
    }
    if (next !== Infinity) this.#cancelTimer = timers.after(next - now, onChange);
  }
}
