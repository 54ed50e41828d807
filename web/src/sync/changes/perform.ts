import { partsOf } from '@foldmark/contract/batch-parts';
import { undoOf } from '@foldmark/library/changes/revert';
import { type LibraryChange, libraryChangeSchema } from '@foldmark/library/changes/changes';
import { isCreationUndone } from '@foldmark/library/changes/shown-edits';
import type { User } from '@foldmark/library/entities/entities';
import * as z from 'zod/mini';

import { ApiError } from '#web/api/api-error.ts';
import { invalidInput } from '#web/api/api-failures.ts';
import type { Asides } from '#web/sync/changes/messages/asides.ts';
import { keptText, listed, nameOf, refusalTitle } from '#web/sync/changes/messages/failure-texts.ts';
import type { Failures } from '#web/sync/changes/messages/failures.ts';
import type { Gesture } from '#web/sync/changes/outbox/outbox-entry.ts';
import { isFinalDeletion } from '#web/sync/changes/change-kinds.ts';
import type { Active, NewGesture, RunOptions, Started } from '#web/sync/changes/active-gesture.ts';
import { OpenGestures, type OpenGesturesDeps } from '#web/sync/changes/open-gestures.ts';
import {
  firstCount,
  gestureSlices,
  LARGE_COUNT,
  rollBackSlices,
} from '#web/sync/changes/showing/gesture-slices.ts';
import { Preparation } from '#web/sync/changes/showing/preparation.ts';
import type { Outcome, Performed, PerformOptions } from '#web/sync/changes/performed.ts';
import { createdLanes } from '#web/sync/changes/sending/lanes.ts';
import { reportRefusal, reportSkipped } from '#web/sync/changes/messages/reports.ts';
import { isUser } from '#web/sync/changes/sending/results.ts';
import type { Result, Sending } from '#web/sync/changes/sending/sending.ts';
import { detachLater, type SettleDeps } from '#web/sync/changes/showing/settle.ts';
import { ShownGesture } from '#web/sync/changes/showing/shown-gesture.ts';
import { SliceQueue } from '#web/sync/changes/showing/slice-queue.ts';
import { type Done, UndoStack } from '#web/sync/changes/undo/undo-stack.ts';
import type { Readable } from '#web/sync/store.ts';

/** How long the user can undo a deletion forever. */
export const DELETION_HELD_MS = 10_000;
/** How long a dialog waits for a server that does not answer. */
const AWAITED_MS = 4000;

export interface PerformDeps extends SettleDeps, OpenGesturesDeps {
  readonly failures: Failures;
  readonly asides: Asides;
  readonly isOnline: Readable<boolean>;
  readonly newKey: () => string;
  /** The bucket of images. */
  readonly bucket: () => string;
  /** Called with the profile after the user has changed it. */
  readonly userChanged: (user: User) => void;
  /** Called when the session has ended. The changes are sent after the same user has signed in again. */
  readonly onLoggedOut: (errors: readonly string[]) => void;
}

/** Shows, stores and sends the gestures of this page, and undoes them. */
export class Performer {
  readonly #deps: PerformDeps;
  /** The waiting slices of large gestures. */
  readonly #slices: SliceQueue;
  readonly #open: OpenGestures;
  readonly undoStack: UndoStack;

  constructor(deps: PerformDeps) {
    this.#deps = deps;
    this.#slices = new SliceQueue(deps.timers);
    this.#open = new OpenGestures(deps);
    this.undoStack = new UndoStack({
      revert: (done) => {
        this.#revert(done);
      },
      repeat: (done) => this.#repeat(done),
      newKey: () => deps.library.tables.keys.next(),
    });
    deps.signal.addEventListener('abort', () => {
      for (const { resolve } of this.#open.active.values()) resolve({ ok: false, error: cancelled() });
    });
  }

  perform<A extends object>(gesture: NewGesture, options: PerformOptions = {}): Performed<A> {
    const { newKey, failures } = this.#deps;
    this.finishSlices();
    const request = options.repeats ?? newKey();
    const errors = new Set<string>();
    const given: LibraryChange[] = [];
    for (const change of gesture.changes) {
      const read = readChange(change);
      if ('kind' in read) given.push(read);
      else for (const error of read) errors.add(error);
    }
    if (errors.size > 0) {
      const error = invalidInput([...errors]);
      if (options.isAwaited !== true) reportRefusal(failures, gesture, error, null);
      return { id: request, outcome: Promise.resolve({ ok: false, error }), finished: Promise.resolve() };
    }
    const { label, undoes, isGuarded = false } = gesture;
    const preparation = this.#prepare(given, isGuarded);
    const { changes, edits } = preparation;
    if (changes.length === 0) {
      const outcome = Promise.resolve({ ok: true, answer: null } as const);
      return { id: request, outcome, finished: Promise.resolve() };
    }
    // An undo is not on the undo stack itself.
    const done = undoes === undefined && preparation.hasEffect ? { request, label, changes, edits } : null;
    if (done !== null) this.undoStack.add(done, options.step ?? request);
    const run = { ...options, done, preparation };
    return this.#run<A>({ ...gesture, changes, ...this.#newGesture(request, changes) }, run);
  }

  /** Prepares the changes. Those of a large gesture take several tasks. `isGuarded`: the changes already have their guards. */
  #prepare(changes: LibraryChange[], isGuarded: boolean): Preparation {
    const { library, timers } = this.#deps;
    const preparation = new Preparation(library, changes, { now: timers.now() * 1000, isGuarded });
    const { length } = changes;
    preparation.prepare(0, firstCount(length));
    if (firstCount(length) === length) preparation.dropIdle();
    return preparation;
  }

  /**
   * Shows gestures of an earlier page, oldest first, and sends those that the server has not answered. A gesture that was set aside
   * there is tried once.
   */
  resume(gestures: readonly Gesture[]): void {
    this.finishSlices();
    const resumed = gestures.filter(({ answered }) => answered !== true);
    const started = gestures.map(({ aside, ...gesture }) => {
      if (aside !== undefined) this.#open.rebase(gesture, { from: 0, isBack: true, resumed });
      return this.#start(gesture, { isResumed: true, isTriedOnce: aside !== undefined });
    });
    this.#deps.library.batch(() => {
      for (const { shown } of started) shown.show(Infinity);
      for (const { shown, sending } of started) {
        if (shown.gesture.answered !== true) continue;
        sending.answered(shown.asAnswered());
        sending.finished();
      }
    });
    this.#deps.queue.add(
      ...started.flatMap(({ sending }) => (sending.gesture.answered === true ? [] : [sending])),
    );
  }

  /** Runs the waiting slices of large gestures at once, so that the next gesture comes after them. */
  finishSlices(): void {
    this.#deps.library.batch(this.#slices.finish);
  }

  #newGesture(request: string, changes: readonly LibraryChange[]): Omit<Gesture, 'changes' | 'label'> {
    const { outbox, timers, isOnline } = this.#deps;
    const held = changes.some(isFinalDeletion) ? { heldUntil: timers.now() + DELETION_HELD_MS } : {};
    return { request, at: outbox.nextAt(), mayBeSent: isOnline.get(), ...held };
  }

  #run<A extends object>(gesture: Gesture, options: RunOptions): Performed<A> {
    const { outbox, queue } = this.#deps;
    this.finishSlices();
    const { shown, sending, performed } = this.#start<A>(gesture, options);
    const slices = gestureSlices(shown, {
      store: () => {
        shown.dropIdle();
        if (gesture.changes.length > 0) outbox.add(gesture);
      },
      send: () => {
        if (gesture.changes.length > 0) queue.add(sending);
        else sending.dropped();
      },
    });
    if (gesture.changes.length >= LARGE_COUNT) this.#slices.add(gesture.request, slices);
    else for (const slice of slices) slice();
    const { isAwaited = false, awaitedMs = AWAITED_MS } = options;
    if (isAwaited) {
      const stop = this.#deps.timers.after(awaitedMs, () => {
        queue.unawait(gesture.request);
      });
      void performed.outcome.then(stop);
    }
    return performed;
  }

  /** Starts a gesture. Returns the changes to show and the gesture to send. */
  #start<A extends object>(gesture: Gesture, options: RunOptions): Started<A> {
    const { library, timers, signal } = this.#deps;
    const { isResumed = false, isAwaited = false, isTriedOnce = false } = options;
    const now = timers.now() * 1000;
    const { preparation = new Preparation(library, [...gesture.changes], { now, isGuarded: true }) } =
      options;
    const shown = new ShownGesture(library, gesture, preparation, isResumed);
    const { promise: outcome, resolve } = Promise.withResolvers<Outcome<A>>();
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const active: Active = {
      shown,
      options,
      isKept: false,
      isUndone: false,
      madeCount: 0,
      answer: null,
      removeFailure: null,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller names the answer of its call
      resolve: (result) => resolve(result as Outcome<A>),
      finish,
    };
    if (signal.aborted) resolve({ ok: false, error: cancelled() });
    this.#open.active.set(gesture.request, active);
    const sending: Sending = { gesture, isResumed, isAwaited, isTriedOnce, ...this.#handlersOf(active) };
    return { shown, sending, performed: { id: gesture.request, outcome, finished } };
  }

  #handlersOf(active: Active): Omit<Sending, 'gesture' | 'isResumed' | 'isAwaited' | 'isTriedOnce'> {
    const { shown } = active;
    const isFinal = shown.gesture.changes.some(isFinalDeletion);
    return {
      sent: (from, to) => {
        // A deletion forever that is being sent can't be undone any more.
        if (isFinal) this.undoStack.remove(shown.gesture.request);
        shown.sent(from, to);
      },
      answered: (results) => {
        this.#answered(active, results);
      },
      finished: () => {
        this.#finished(active);
      },
      refused: (error, from) => {
        this.#refused(active, error, from);
      },
      stuck: (gesture, error, from) => {
        if (active.isUndone) this.#drop(active, from);
        else this.#setAside(active, { ...gesture, aside: [...error.messages] }, from);
      },
      dropped: () => {
        this.#drop(active, 0);
      },
      kept: (error) => {
        this.#kept(active, error);
      },
    };
  }

  #answered(active: Active, results: readonly Result[]): void {
    const { userChanged } = this.#deps;
    for (const { index, answer = null } of results) {
      active.answer = answer ?? active.answer;
      const isOfUser = active.shown.gesture.changes[index]?.kind === 'user.set';
      if (isOfUser && answer !== null && isUser(answer)) userChanged(answer);
    }
    detachLater(this.#deps, active.shown, active.shown.answered(results));
  }

  #finished(active: Active): void {
    const { library, failures } = this.#deps;
    const { shown, answer } = active;
    this.#end(active, { ok: true, answer });
    const { undoes } = shown.gesture;
    // If an object was not deleted, a redo must not create it a second time.
    const isCreationLeft = shown.skipped.some(({ change }) => isCreationUndone(change));
    if (undoes !== undefined && isCreationLeft) this.undoStack.remove(undoes);
    reportSkipped(library, failures, shown, (changes) => {
      this.perform({ label: shown.gesture.label, changes });
    });
  }

  /** Rolls back the changes of a refused gesture from this index on. */
  #refused(active: Active, error: ApiError, from: number): void {
    const { failures, library } = this.#deps;
    const { shown, options, isKept, isUndone } = active;
    const { gesture } = shown;
    this.#rollBack(shown, from);
    this.#end(active, { ok: false, error });
    if (from === 0) this.undoStack.remove(gesture.request);
    reportSkipped(library, failures, shown, (changes) => {
      this.perform({ label: gesture.label, changes });
    });
    const dropped = this.#dropDependents(gesture.changes.slice(from));
    if (isUndone || (options.isAwaited === true && !isKept)) return;
    reportRefusal(failures, { ...gesture, changes: gesture.changes.slice(from) }, error, () => {
      this.#retry(active, from);
      for (const one of dropped) this.#retry(one, 0);
    });
  }

  /**
   * Sets aside the changes of a gesture from this index on, which the server can't make. The user decides about them, and other
   * gestures do not wait.
   */
  #setAside(active: Active, gesture: Gesture, from: number): void {
    const { asides, library, outbox, queue } = this.#deps;
    const { request, at, changes, aside: reasons = [] } = gesture;
    this.finishSlices();
    // Created objects stay visible, because later changes can depend on them.
    const isShown = createdLanes(changes).length > 0;
    if (!isShown) this.#rollBack(active.shown, from);
    if (from === 0) this.undoStack.remove(request);
    active.removeFailure?.();
    active.removeFailure = null;
    active.madeCount = from;
    active.finish();
    this.#open.active.delete(request);
    this.#open.asides.set(request, { active, gesture });
    outbox.setAside(gesture);
    queue.hold(request, createdLanes(changes));
    asides.add({
      id: request,
      at,
      title: refusalTitle(changes),
      names: listed(changes.map((change) => nameOf(library, change))),
      reasons,
      retry: () => {
        const { aside: _, ...again } = gesture;
        // Before the entry is deleted from `asides`, because the rebase needs its edits.
        this.#open.rebase(again, { from, isBack: true });
        this.#open.asides.delete(request);
        outbox.add(again);
        if (isShown) {
          this.#open.active.set(request, active);
          queue.add({
            gesture: again,
            isResumed: true,
            isAwaited: false,
            isTriedOnce: false,
            ...this.#handlersOf(active),
          });
        } else {
          this.resume([again]);
          const resumed = this.#open.active.get(request);
          if (resumed !== undefined) resumed.madeCount = from;
        }
        queue.release(request);
      },
      discard: () => {
        this.#open.asides.delete(request);
        this.#drop(active, from);
        this.#dropDependents(changes);
        queue.release(request);
      },
    });
  }

  #dropDependents(refused: readonly LibraryChange[]): readonly Active[] {
    return this.#open.dropDependents(refused, (active) => {
      this.#drop(active, 0);
    });
  }

  #drop(active: Active, from: number): void {
    const { gesture } = active.shown;
    this.#rollBack(active.shown, from);
    this.#end(active, { ok: false, error: cancelled() });
    this.undoStack.remove(gesture.request);
  }

  /** Removes the changes from this index on. Many changes take several tasks; the first task runs at once. */
  #rollBack(shown: ShownGesture, from: number): void {
    this.#open.rebase(shown.gesture, { from, isBack: false });
    this.#slices.add('', rollBackSlices(shown, from));
  }

  #kept(active: Active, error: ApiError | null): void {
    const { failures, onLoggedOut, outbox } = this.#deps;
    const { changes } = active.shown.gesture;
    active.isKept = true;
    active.resolve({ ok: true, answer: null });
    if (error?.code === 'unauthorized') onLoggedOut([keptText(outbox.unsent.get()), ...error.messages]);
    else if (error !== null && error.code !== 'offline' && active.options.isTriedOnce !== true) {
      active.removeFailure ??= failures.add({
        title: refusalTitle(changes),
        messages: [...error.messages, 'It will be sent again.'],
        action: null,
      });
    }
  }

  /** Ends a gesture that has nothing left to send. */
  #end(active: Active, outcome: Outcome): void {
    const { shown, removeFailure, resolve, finish } = active;
    const { request } = shown.gesture;
    const { outbox } = this.#deps;
    removeFailure?.();
    outbox.answered({ ...shown.gesture, changes: shown.undelivered() }, shown.created());
    shown.onDelivered = () => {
      outbox.done(request);
    };
    this.#open.active.delete(request);
    resolve(outcome);
    finish();
  }

  #revert({ request, label, changes, edits }: Done): void {
    const { queue, outbox, asides, bucket } = this.#deps;
    const aside = this.#open.asides.get(request)?.active;
    asides.discard(request);
    const active = this.#open.active.get(request);
    const { madeCount = 0 } = aside ?? active ?? {};
    const isSent = !this.#slices.remove(request);
    // The rest must not show any more. Prepare it all the same, because a redo needs its guards.
    if (!isSent) {
      active?.shown.prepare(0, changes.length);
      active?.shown.dropIdle();
    }
    this.finishSlices();
    const isWithdrawn = active !== undefined && (!isSent || queue.withdraw(request));
    if (isWithdrawn) {
      this.#rollBack(active.shown, madeCount);
      this.#end(active, { ok: true, answer: null });
    }
    if (isWithdrawn && madeCount === 0) return;
    const isEnded = isWithdrawn || aside !== undefined;
    const sentCount = isEnded ? madeCount : Math.max(madeCount, queue.stop(request) ?? changes.length);
    const isStopped = !isEnded && active !== undefined && sentCount < changes.length;
    if (active !== undefined) active.isUndone = true;
    // Store that the next page must not send the rest. A part that was sent keeps its form.
    if (isStopped) {
      const parts = partsOf(changes).length;
      const sent = changes.slice(0, sentCount);
      outbox.add({ ...active.shown.gesture, changes: sent, parts, mayBeSent: true });
    }
    const undone = edits
      .slice(0, sentCount)
      .toReversed()
      .flatMap((one) => undoOf(one ?? [], bucket));
    if (undone.length > 0)
      this.perform({ label: `Undo: ${label}`, changes: undone, isGuarded: true, undoes: request });
    // Roll back last, because the undo gesture would have to wait for the slices of the rollback.
    if (isStopped) this.#rollBack(active.shown, sentCount);
  }

  #repeat({ label, changes }: Done): Done {
    const { newKey } = this.#deps;
    this.finishSlices();
    const preparation = this.#prepare([...changes], true);
    const { edits } = preparation;
    const done = { request: newKey(), label, changes: preparation.changes, edits };
    const gesture = { label, changes: preparation.changes, isGuarded: true };
    this.#run({ ...gesture, ...this.#newGesture(done.request, changes) }, { done, preparation });
    return done;
  }

  /** Sends the rest of a refused gesture again, with the same key, so that the server repeats nothing it has made. */
  #retry({ shown: { gesture }, options: { done = null, step } }: Active, from: number): void {
    if (from > 0) {
      this.perform({ label: gesture.label, changes: gesture.changes.slice(from) });
      return;
    }
    if (done !== null) this.undoStack.add(done, step ?? done.request);
    this.#run({ ...gesture, at: this.#deps.outbox.nextAt() }, { done, step });
  }
}

/** Validates a change before it shows, and cleans its texts as the server does. Returns the errors of an invalid one. */
function readChange(change: LibraryChange): LibraryChange | readonly string[] {
  // Only typed texts can be invalid. Validating thousands of selected items would delay showing the change.
  if (!('url' in change || 'name' in change || 'note' in change || change.kind === 'user.set')) return change;
  const result = z.safeParse(libraryChangeSchema, change);
  return result.success ? result.data : result.error.issues.map((issue) => issue.message);
}

function cancelled(): ApiError {
  return new ApiError('cancelled', ['Cancelled.']);
}
