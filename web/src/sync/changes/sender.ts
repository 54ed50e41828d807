import type { Batched } from '@foldmark/contract/batch';
import type { BatchableChange, LibraryChange } from '@foldmark/contract/changes';
import type { Input } from '@foldmark/contract/endpoints';
import { BATCH_CHANGES_MAX_COUNT } from '@foldmark/contract/limits';

import { ApiError } from '#web/api/api-error.ts';
import { toApiError } from '#web/api/api-failures.ts';
import type { Gesture } from '#web/sync/changes/outbox-entry.ts';
import { lanesOf, withReferences } from '#web/sync/changes/references.ts';
import type { Key, Keys } from '#web/sync/library/keys.ts';
import { pause, type Timers } from '#web/sync/timers.ts';

/** A browser opens few connections to one server, and a function instance handles one request at a time. */
const CALLS_AT_ONCE = 4;
/** When this many gestures wait, they are sent together. */
const GROUP_FROM = 8;
/** A request below this size also fits the server's limit for the values that it stores for undo. */
const PART_MAX_LENGTH = 150_000;
/** A gesture that is sent later than this after it was made may meet newer changes of other devices. */
const LATE_MS = 60_000;
const FIRST_BACKOFF_MS = 1000;
const LAST_BACKOFF_MS = 60_000;

export interface ChangesApi {
  /** Sends a change by its documented call. Returns its answer, or null if it has none. */
  readonly sendChange: (change: LibraryChange, options: SendOptions) => Promise<object | null>;
  readonly sendBatch: (batch: Input<'/batch/'>, options: SendOptions) => Promise<Batched>;
}

export interface SendOptions {
  readonly signal: AbortSignal;
  readonly requestKey: string;
  readonly outlivesPage: boolean;
}

/** What the server made of one change. */
export interface Result {
  readonly index: number;
  /** The id of the created object. */
  readonly id?: number;
  /** Null if the change was made. */
  readonly skipped: { readonly why: string; readonly fields?: readonly string[] | undefined } | null;
  /** The answer of a single change. */
  readonly answer?: object | null;
}

/** A gesture on its way to the server, and its events. */
export interface Sending {
  gesture: Gesture;
  /** Whether an earlier page made the gesture. */
  readonly isResumed: boolean;
  /** Whether a dialog waits for the answer. It ends when the gesture turns out to wait for the network. */
  isAwaited: boolean;
  /** The request is being sent, so that the server's records may contain the changes. */
  readonly sent: () => void;
  /** Some changes have been answered. */
  readonly answered: (results: readonly Result[]) => void;
  /** All changes have been answered. */
  readonly finished: () => void;
  /** The server has refused the changes from this index on. */
  readonly refused: (error: ApiError, from: number) => void;
  /** The gesture waits for the network or the server. */
  readonly kept: (error: ApiError | null) => void;
}

interface Item extends Sending {
  /** How many changes were sent, perhaps without an answer. */
  sentCount: number;
  /** How many changes are to be sent. */
  limit: number;
  isSolo: boolean;
  readonly lanes: readonly string[];
}

export interface SenderParts {
  readonly api: ChangesApi;
  readonly keys: Keys;
  readonly timers: Timers;
  readonly signal: AbortSignal;
  readonly isOnline: () => boolean;
  /** Resolves when the server can be reached. */
  readonly online: () => Promise<void>;
  /** Gestures of earlier pages are sent after this resolves. */
  readonly ready: Promise<void>;
  readonly onOutcome: (error: ApiError | null) => void;
  readonly newKey: () => string;
  /** Stores which request will carry these gestures. */
  readonly regroup: (gestures: readonly Gesture[]) => Promise<void>;
  /** What the history shows as the device. */
  readonly device: string;
}

/** The object that this change is about could not be created, which an earlier failure has already reported. */
class CreationFailed extends Error {}

/**
 * Sends gestures to the server, in order for each link and folder. A gesture stays until the server has answered it: without a
 * network it waits. One change goes by its documented call, several as one action in parts. When many gestures wait, one request
 * carries them.
 */
export class Sender {
  readonly #parts: SenderParts;
  #waiting: Item[] = [];
  readonly #running = new Set<Item>();
  #isGroupRunning = false;
  #cancelTimer: (() => void) | null = null;

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  add(sending: Sending): void {
    const hasId = (kind: 'link' | 'folder', key: Key): boolean => this.#parts.keys.idOf(kind, key) !== null;
    const lanes = new Set(sending.gesture.changes.flatMap((change) => lanesOf(change, hasId)));
    const item: Item = Object.assign(sending, {
      sentCount: 0,
      limit: sending.gesture.changes.length,
      isSolo: false,
      lanes: [...lanes],
    });
    this.#waiting.push(item);
    this.#start();
  }

  /** Removes a gesture that has not been sent. False if it has. */
  withdraw(request: string): boolean {
    const index = this.#waiting.findIndex(({ gesture }) => gesture.request === request);
    if (index !== -1) {
      const [item] = this.#waiting.splice(index, 1);
      if (item?.sentCount === 0) return true;
      return false;
    }
    for (const item of this.#running) {
      if (item.gesture.request !== request || item.sentCount > 0) continue;
      item.limit = 0;
      return true;
    }
    return false;
  }

  /** Sends no further part of a gesture. Returns how many of its changes were sent, or null if all were answered. */
  stop(request: string): number | null {
    for (const item of this.#running) {
      if (item.gesture.request !== request) continue;
      item.limit = item.sentCount;
      return item.sentCount;
    }
    return null;
  }

  /** Sends gestures that are held back for undo at once. */
  sendHeld(): void {
    for (const item of this.#waiting) {
      const { heldUntil: _, ...gesture } = item.gesture;
      item.gesture = gesture;
    }
    this.#start();
  }

  #start(): void {
    if (this.#parts.signal.aborted) return;
    for (let next = this.#next(); next !== null; next = this.#next()) {
      for (const item of next) this.#running.add(item);
      const taken = new Set(next);
      this.#waiting = this.#waiting.filter((item) => !taken.has(item));
      void this.#run(next);
    }
    this.#startHeldLater();
  }

  /** The gestures to send with the next request: one, or a group. Null if nothing can be sent now. */
  #next(): readonly Item[] | null {
    if (this.#isGroupRunning || this.#running.size >= CALLS_AT_ONCE || this.#waiting.length === 0)
      return null;
    const busy = new Set<string>();
    for (const { lanes } of this.#running) for (const lane of lanes) busy.add(lane);
    const free: Item[] = [];
    for (const item of this.#waiting) {
      if (!this.#isHeld(item) && item.lanes.every((lane) => !busy.has(lane))) {
        free.push(item);
        if (this.#waiting.length < GROUP_FROM && item.gesture.group === undefined) return [item];
        // In a group, gestures of one object follow each other.
        if (this.#running.size === 0) continue;
      }
      for (const lane of item.lanes) busy.add(lane);
    }
    const [first] = free;
    if (first === undefined) return null;
    const group = groupOf(free);
    if (group.length <= 1) return [first];
    return this.#running.size === 0 ? group : null;
  }

  #isHeld({ gesture: { heldUntil = 0 } }: Item): boolean {
    return heldUntil > this.#parts.timers.now();
  }

  #startHeldLater(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    const { timers } = this.#parts;
    const times = this.#waiting.flatMap(({ gesture: { heldUntil } }) => heldUntil ?? []);
    const next = times.filter((time) => time > timers.now());
    if (next.length === 0) return;
    this.#cancelTimer = timers.after(Math.min(...next) - timers.now(), () => {
      this.#start();
    });
  }

  async #run(items: readonly Item[]): Promise<void> {
    const [item] = items;
    if (item === undefined) return;
    const isGroup = items.length > 1;
    this.#isGroupRunning = isGroup;
    try {
      if (items.some(({ isResumed }) => isResumed)) await this.#parts.ready;
      if (isGroup) await this.#sendGroup(items);
      else if (item.gesture.changes.length === 1 && !isUndoOfCreation(item.gesture.changes[0])) {
        await this.#sendSingle(item);
      } else await this.#sendParts(item);
    } finally {
      for (const one of items) this.#running.delete(one);
      if (isGroup) this.#isGroupRunning = false;
      this.#start();
    }
  }

  async #sendSingle(item: Item): Promise<void> {
    const { gesture } = item;
    const [change] = gesture.changes;
    if (change === undefined) return;
    try {
      const sent = this.#resolved(change, new Set());
      if (sent === null) throw new CreationFailed();
      const body = this.#needsGuard(item) ? sent : withoutGuard(sent);
      const answer = await this.#exchange([{ item, count: 1 }], async (options) =>
        this.#parts.api.sendChange(body, options),
      );
      if (answer === WITHDRAWN) return;
      item.answered([resultOf(body, answer)]);
      item.finished();
    } catch (thrown) {
      this.#refuse(item, thrown, 0);
    }
  }

  async #sendParts(item: Item): Promise<void> {
    const { gesture } = item;
    const parts = partsOf(gesture.changes);
    for (const [part, { from, to }] of parts.entries()) {
      if (from >= item.limit) break;
      try {
        const batch = { action_id: gesture.request, part, parts: parts.length, ...this.#described(gesture) };
        const isDone = await this.#sendPart(
          [{ item, count: to }],
          batch,
          gesture.changes.slice(from, to),
          (results) => {
            item.answered(results.map((result) => ({ ...result, index: from + result.index })));
          },
        );
        if (!isDone) return;
      } catch (thrown) {
        this.#refuse(item, thrown, from);
        return;
      }
    }
    item.finished();
  }

  async #sendGroup(items: readonly Item[]): Promise<void> {
    const { timers, newKey, regroup } = this.#parts;
    const id = items[0]?.gesture.group?.id ?? newKey();
    for (const [index, item] of items.entries()) item.gesture = { ...item.gesture, group: { id, index } };
    await regroup(items.map(({ gesture }) => gesture));
    const changes = items.flatMap((item) =>
      item.gesture.changes.map((change, index) => ({ item, change, index })),
    );
    const isLate = items.some((item) => timers.now() - item.gesture.at > LATE_MS);
    const batch = {
      action_id: id,
      part: 0,
      parts: 1,
      label: `${changes.length} changes${isLate ? ' made offline' : ''}`,
      device: this.#parts.device,
    };
    try {
      const whole = items.map((item) => ({ item, count: item.gesture.changes.length }));
      const sent = changes.map(({ change }) => change);
      const isDone = await this.#sendPart(whole, batch, sent, (results) => {
        for (const item of items) {
          item.answered(
            results.flatMap((result) => {
              const one = changes[result.index];
              return one?.item === item ? [{ ...result, index: one.index }] : [];
            }),
          );
        }
      });
      if (isDone) for (const item of items) item.finished();
    } catch (thrown) {
      // One invalid change refuses the whole request. Nothing was done, so each gesture is sent for itself.
      if (thrown instanceof ApiError && thrown.code === 'refused') this.#ungroup(items);
      else for (const item of items) this.#refuse(item, thrown, 0);
    }
  }

  #ungroup(items: readonly Item[]): void {
    for (const item of items) {
      const { group: _, ...gesture } = item.gesture;
      Object.assign(item, { gesture, isSolo: true, sentCount: 0 });
    }
    this.#waiting = [...items, ...this.#waiting];
  }

  /** False if the gestures were withdrawn. */
  async #sendPart(
    carried: readonly Carried[],
    batch: Omit<Input<'/batch/'>, 'changes'>,
    changes: readonly LibraryChange[],
    answered: (results: readonly Result[]) => void,
  ): Promise<boolean> {
    const refs = new Set(changes.flatMap((change) => ('ref' in change ? [change.ref] : [])));
    const indexes: number[] = [];
    const sent: BatchableChange[] = [];
    for (const [index, change] of changes.entries()) {
      const resolved = this.#resolved(change, refs);
      if (resolved === null || !isBatchable(resolved)) continue;
      indexes.push(index);
      sent.push(resolved);
    }
    const missing = changes.flatMap((_, index) =>
      indexes.includes(index) ? [] : [{ index, skipped: { why: 'gone' } }],
    );
    if (sent.length === 0) {
      answered(missing);
      return true;
    }
    const answer = await this.#exchange(carried, async (options) =>
      this.#parts.api.sendBatch({ ...batch, changes: sent }, options),
    );
    if (answer === WITHDRAWN) return false;
    const ids = new Map(answer.created.map(({ ref, id }) => [ref, id]));
    const skipped = new Map(answer.skipped.map((one) => [one.index, one]));
    answered([
      ...missing,
      ...sent.map((change, position) => {
        const id = 'ref' in change ? ids.get(change.ref) : undefined;
        return {
          index: indexes[position] ?? 0,
          skipped: skipped.get(position) ?? null,
          ...(id === undefined ? {} : { id }),
        };
      }),
    ]);
    return true;
  }

  /** Sends until the server answers. Rejects only if the server refuses the request, or if the library closes. */
  async #exchange<A>(
    carried: readonly Carried[],
    send: (options: SendOptions) => Promise<A>,
  ): Promise<A | typeof WITHDRAWN> {
    const { signal, isOnline, online, onOutcome } = this.#parts;
    const [first] = carried;
    if (first === undefined) return WITHDRAWN;
    const options = { signal, requestKey: first.item.gesture.request, outlivesPage: true };
    for (let failures = 0; ; failures += 1) {
      if (!isOnline()) {
        keep(carried, null);
        await online();
      }
      if (signal.aborted) throw toApiError(signal.reason, signal);
      if (carried.every(({ item }) => item.limit === 0)) return WITHDRAWN;
      for (const { item, count } of carried) {
        item.sentCount = count;
        item.sent();
      }
      try {
        const answer = await send(options);
        onOutcome(null);
        return answer;
      } catch (thrown) {
        const error = toApiError(thrown, signal);
        // The end of a session closes the library, perhaps before this answer.
        if (error.code === 'unauthorized') keep(carried, error);
        if (signal.aborted) throw error;
        onOutcome(error);
        await this.#waitAfter(error, carried, failures);
      }
    }
  }

  /** Waits until the request can be repeated. Throws the error if a repeat does not help. */
  async #waitAfter(error: ApiError, carried: readonly Carried[], failures: number): Promise<void> {
    const { timers, signal } = this.#parts;
    if (error.code === 'offline') {
      keep(carried, error);
      return;
    }
    if (error.code === 'unauthorized') {
      // The next library of the same person sends it.
      await new Promise<never>(() => undefined);
    }
    const isRefusal = error.code === 'refused' && error.status !== 429;
    if (isRefusal || carried.some(({ item }) => item.isAwaited)) throw error;
    keep(carried, error);
    const backoff = Math.min(FIRST_BACKOFF_MS * 4 ** failures, LAST_BACKOFF_MS);
    await pause(timers, error.retryAfterS === null ? backoff : error.retryAfterS * 1000, signal);
  }

  #refuse(item: Item, thrown: unknown, from: number): void {
    const { signal } = this.#parts;
    if (signal.aborted) return;
    if (thrown instanceof CreationFailed) item.refused(new ApiError('cancelled', ['Cancelled.']), from);
    else item.refused(toApiError(thrown, signal), from);
  }

  /** Replaces keys by ids. A key in `refs` stays, because the same request creates its object. Null if an object has no id. */
  #resolved<C extends LibraryChange>(change: C, refs: ReadonlySet<number>): C | null {
    let isMissing = false;
    const resolved = withReferences(change, (kind, key) => {
      if (refs.has(key)) return key;
      const id = this.#parts.keys.idOf(kind, key);
      isMissing ||= id === null;
      return id ?? key;
    });
    return isMissing ? null : resolved;
  }

  #needsGuard({ gesture, isResumed }: Item): boolean {
    return isResumed || gesture.isGuarded === true || this.#parts.timers.now() - gesture.at > LATE_MS;
  }

  #described({ label, undoes }: Gesture) {
    return { label, device: this.#parts.device, ...(undoes === undefined ? {} : { undoes }) };
  }
}

const WITHDRAWN = Symbol('withdrawn');

/** A gesture in a request, and how many of its changes have been sent once this request is sent. */
interface Carried {
  readonly item: Item;
  readonly count: number;
}

function keep(carried: readonly Carried[], error: ApiError | null): void {
  for (const { item } of carried) {
    item.isAwaited = false;
    item.kept(error);
  }
}

/** What the server made of a single change: the fields that a guard has protected have other values in the answer. */
function resultOf(change: LibraryChange, answer: object | null): Result {
  const stored = new Map<string, unknown>(Object.entries(answer ?? {}));
  if ('ref' in change) {
    const id = stored.get(change.kind === 'link.create' ? 'link_id' : 'folder_id');
    return { index: 0, skipped: null, answer, ...(typeof id === 'number' ? { id } : {}) };
  }
  if (!('if' in change) || change.if === undefined) return { index: 0, skipped: null, answer };
  const wanted = new Map<string, unknown>(Object.entries(change));
  if ('s3_key' in change) wanted.set('image_s3_key', change.s3_key);
  const fields = Object.keys(change.if).filter((field) => stored.get(field) !== wanted.get(field));
  return { index: 0, skipped: fields.length === 0 ? null : { why: 'changed', fields }, answer };
}

/** The gestures that the next request carries: a group of an earlier page again, or the first ones that fit. */
function groupOf(free: readonly Item[]): readonly Item[] {
  const [first] = free;
  const again = first?.gesture.group?.id;
  if (again !== undefined) {
    return free
      .filter(({ gesture }) => gesture.group?.id === again)
      .toSorted((one, other) => (one.gesture.group?.index ?? 0) - (other.gesture.group?.index ?? 0));
  }
  const group: Item[] = [];
  let count = 0;
  let length = 0;
  for (const item of free) {
    const { changes, undoes, group: other } = item.gesture;
    const isGroupable = !item.isAwaited && !item.isSolo && undoes === undefined && other === undefined;
    count += changes.length;
    if (!isGroupable || count > BATCH_CHANGES_MAX_COUNT || !changes.every(isBatchable)) break;
    length += JSON.stringify(changes).length;
    if (length > PART_MAX_LENGTH) break;
    group.push(item);
  }
  return group;
}

/** Splits an action. The same changes always give the same parts, because a repeat must carry the same ones. */
function partsOf(changes: readonly LibraryChange[]): { readonly from: number; readonly to: number }[] {
  const parts: { from: number; to: number }[] = [];
  let from = 0;
  let length = 0;
  for (const [index, change] of changes.entries()) {
    const own = JSON.stringify(change).length;
    if (index > from && (index - from === BATCH_CHANGES_MAX_COUNT || length + own > PART_MAX_LENGTH)) {
      parts.push({ from, to: index });
      from = index;
      length = 0;
    }
    length += own;
  }
  return [...parts, { from, to: changes.length }];
}

function isBatchable(change: LibraryChange): change is BatchableChange {
  return change.kind !== 'link.image' && change.kind !== 'folder.image' && change.kind !== 'user.set';
}

function isUndoOfCreation(change: LibraryChange | undefined): boolean {
  return change !== undefined && 'created' in change;
}

function withoutGuard(change: LibraryChange): LibraryChange {
  const rest = { ...change };
  if ('if' in rest) delete rest.if;
  return rest;
}
