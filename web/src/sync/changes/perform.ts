import type { LibraryChange } from '@foldmark/contract/changes';
import type { User } from '@foldmark/contract/entities';

import { ApiError } from '#web/api/api-error.ts';
import { invalidInput } from '#web/api/api-failures.ts';
import { conflictText, nameOf, namesOf, refusalTitle } from '#web/sync/changes/failure-texts.ts';
import type { Failures } from '#web/sync/changes/failures.ts';
import { guarded, inverseOf } from '#web/sync/changes/inverse.ts';
import type { Gesture } from '#web/sync/changes/outbox-entry.ts';
import type { Outbox } from '#web/sync/changes/outbox.ts';
import { type ChangePatch, normalized, patchesOf } from '#web/sync/changes/patches.ts';
import { subjectOf } from '#web/sync/changes/references.ts';
import type { Result, Sender } from '#web/sync/changes/sender.ts';
import { type Done, UndoStack } from '#web/sync/changes/undo-stack.ts';
import type { Library } from '#web/sync/library/library.ts';
import type { Micros } from '#web/sync/model/records.ts';
import type { Timers } from '#web/sync/timers.ts';

/**
 * How long a patch stays after the server's answer, unless the feed delivers the change earlier. A later change from
 * another device can overwrite ours before the feed delivers it, so the patch must expire.
 */
const SETTLE_MS = 5000;
/** Tolerates a local clock that is ahead of the server's by up to this much. */
const CLOCK_SKEW_MS = 60_000;
/** How long a deletion for ever can be undone. */
export const DELETION_HELD_MS = 10_000;

/** The answer of a single change; null if it waits for the network, or if there are several. */
export type Outcome<A = object> =
  | { readonly ok: true; readonly answer: A | null }
  | { readonly ok: false; readonly error: ApiError };

/** A gesture of the person, under way. */
export interface Performed<A = object> {
  /** Identifies the gesture for `undo`. */
  readonly id: string;
  /** Resolves when the server has answered all of it, or when it turns out to wait for the network. Never rejects. */
  readonly outcome: Promise<Outcome<A>>;
  /** Resolves when the server has answered all of it, perhaps much later. */
  readonly finished: Promise<void>;
}

export interface PerformOptions {
  /** The caller awaits the outcome and shows its errors. Otherwise they go to the failure list. */
  readonly isAwaited?: boolean;
  /** The gesture that this one belongs to: one undo reverts both. */
  readonly step?: string;
}

interface NewGesture {
  readonly label: string;
  readonly changes: readonly LibraryChange[];
  readonly undoes?: string;
  readonly isGuarded?: boolean;
}

export interface PerformParts {
  readonly library: Library;
  readonly outbox: Outbox;
  readonly sender: Sender;
  readonly failures: Failures;
  readonly timers: Timers;
  readonly signal: AbortSignal;
  readonly newKey: () => string;
  /** Validates a change before anything is shown. */
  readonly changeErrors: (change: LibraryChange) => readonly string[];
  /** Whether the feed is connected. While it is not, patches do not expire. */
  readonly isLive: () => boolean;
  /** Called with the profile after a change of it. */
  readonly userChanged: (user: User) => void;
  /** The session has ended. The changes are sent after the same person has signed in again. */
  readonly onLoggedOut: (errors: readonly string[]) => void;
}

/** A gesture that is shown and not settled yet. */
interface Shown {
  readonly gesture: Gesture;
  /** The patches of each change. Emptied when they are rolled back. */
  readonly patches: (readonly ChangePatch[])[];
  readonly isPending: boolean[];
  /** The changes that the server skipped, with the fields that it left alone. */
  readonly skipped: {
    readonly change: LibraryChange;
    readonly fields: readonly string[];
    readonly answer: object | null;
  }[];
}

/** Shows, stores and sends the gestures of this page, and undoes them. */
export class Performer {
  readonly #parts: PerformParts;
  readonly #shown = new Map<string, Shown>();
  readonly undoStack = new UndoStack({
    revert: (done) => {
      this.#revert(done);
    },
    repeat: (done) => this.#repeat(done),
  });

  constructor(parts: PerformParts) {
    this.#parts = parts;
  }

  perform<A extends object>(gesture: NewGesture, options: PerformOptions = {}): Performed<A> {
    const { library, newKey, changeErrors } = this.#parts;
    const request = newKey();
    const errors = [...new Set(gesture.changes.flatMap((change) => changeErrors(change)))];
    if (errors.length > 0) {
      const error = invalidInput(errors);
      if (options.isAwaited !== true) this.#reportRefusal(gesture.changes, error, null);
      return { id: request, outcome: Promise.resolve({ ok: false, error }), finished: Promise.resolve() };
    }
    const changes: LibraryChange[] = [];
    const inverses: (LibraryChange | null)[] = [];
    for (const change of gesture.changes.map(normalized)) {
      changes.push(gesture.isGuarded === true ? change : guarded(library, change));
      inverses.push(inverseOf(library, change));
    }
    const isFinal = changes.some(isFinalDeletion);
    const full: Gesture = {
      ...gesture,
      request,
      at: this.#parts.outbox.nextAt(),
      changes,
      ...(isFinal ? { heldUntil: this.#parts.timers.now() + DELETION_HELD_MS } : {}),
    };
    const { label } = gesture;
    if (gesture.undoes === undefined && (isFinal || inverses.some((inverse) => inverse !== null))) {
      this.undoStack.add({ request, label, changes, inverses }, options.step);
    }
    return this.#run<A>(full, options);
  }

  /** Shows and sends a gesture of an earlier page. */
  resume(gesture: Gesture): void {
    this.#run(gesture, {}, true);
  }

  #run<A extends object>(gesture: Gesture, options: PerformOptions, isResumed = false): Performed<A> {
    const { outbox, sender, signal } = this.#parts;
    const { request } = gesture;
    const shown = this.#show(gesture, isResumed);
    if (!isResumed) outbox.add(gesture);
    const { promise: outcome, resolve } = Promise.withResolvers<Outcome<A>>();
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => {
      resolve({ ok: false, error: new ApiError('cancelled', ['Cancelled.']) });
    });
    let isKept = false;
    let lastAnswer: object | null = null;
    let removeFailure: (() => void) | null = null;
    sender.add({
      gesture,
      isResumed,
      isAwaited: options.isAwaited === true,
      sent: () => {
        for (const patches of shown.patches) for (const patch of patches) patch.sent();
      },
      answered: (results) => {
        for (const { answer } of results) lastAnswer = answer ?? lastAnswer;
        this.#answered(shown, results);
      },
      finished: () => {
        removeFailure?.();
        this.#finished(shown);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller names the answer of its call
        resolve({ ok: true, answer: lastAnswer as A | null });
        finish();
      },
      refused: (error, from) => {
        removeFailure?.();
        const isAwaited = options.isAwaited === true && !isKept;
        this.#refused(shown, from);
        if (!isAwaited && error.code !== 'cancelled') {
          this.#reportRefusal(gesture.changes.slice(from), error, () => {
            this.#retry(gesture, from);
          });
        }
        resolve({ ok: false, error });
        finish();
      },
      kept: (error) => {
        isKept = true;
        resolve({ ok: true, answer: null });
        if (error?.code === 'unauthorized') {
          this.#parts.onLoggedOut([refusalTitle(gesture.changes), ...error.messages]);
        } else if (error !== null && error.code !== 'offline' && removeFailure === null) {
          removeFailure = this.#parts.failures.add({
            title: refusalTitle(gesture.changes),
            messages: [...error.messages, 'It will be sent again.'],
            action: null,
          });
        }
      },
    });
    return { id: request, outcome, finished };
  }

  #show(gesture: Gesture, isResumed: boolean): Shown {
    const { library, timers } = this.#parts;
    const now: Micros = timers.now() * 1000;
    const since = isResumed ? (gesture.at - CLOCK_SKEW_MS) * 1000 : null;
    const shown: Shown = { gesture, patches: [], isPending: [], skipped: [] };
    library.batch(() => {
      for (const change of gesture.changes) {
        expectCreated(library, change, since);
        const patches = patchesOf(library, change, now);
        for (const patch of patches) patch.attach();
        shown.patches.push(patches);
        shown.isPending.push(true);
        addPending(library, change, 1);
      }
    });
    this.#shown.set(gesture.request, shown);
    return shown;
  }

  #answered(shown: Shown, results: readonly Result[]): void {
    const { library, userChanged } = this.#parts;
    const patches: ChangePatch[] = [];
    library.batch(() => {
      for (const { index, id, skipped, answer = null } of results) {
        const change = shown.gesture.changes[index];
        const own = shown.patches[index];
        if (change === undefined || own === undefined) continue;
        this.#settled(shown, index);
        if (skipped !== null) {
          shown.skipped.push({ change, fields: skipped.fields ?? [], answer });
          for (const patch of own) patch.detach();
          shown.patches[index] = [];
          if ('ref' in change) library.tables.bind(kindOf(change), change.ref, null);
          continue;
        }
        if ('ref' in change && id !== undefined) library.tables.bind(kindOf(change), change.ref, id);
        for (const patch of own) {
          if (id !== undefined) patch.created?.(id);
          patch.answered();
        }
        patches.push(...own);
        if (change.kind === 'user.set' && answer !== null && isUser(answer)) userChanged(answer);
      }
    });
    this.#detachLater(patches);
  }

  #finished(shown: Shown): void {
    const { library, outbox } = this.#parts;
    const { gesture } = shown;
    const created = gesture.changes.flatMap((change) => {
      const kind = kindOf(change);
      const id = 'ref' in change ? library.tables.keys.idOf(kind, change.ref) : null;
      return 'ref' in change && id !== null ? [{ kind, key: change.ref, id }] : [];
    });
    outbox.done(gesture.request, created);
    this.#shown.delete(gesture.request);
    if (gesture.changes.some(isFinalDeletion)) this.undoStack.remove(gesture.request);
    this.#reportSkipped(shown);
  }

  /** Rolls back the changes from this index on. */
  #refused(shown: Shown, from: number): void {
    this.#rollBack(shown, from);
    this.#parts.outbox.done(shown.gesture.request);
    this.#shown.delete(shown.gesture.request);
    if (from === 0) this.undoStack.remove(shown.gesture.request);
    this.#reportSkipped(shown);
  }

  #rollBack(shown: Shown, from: number): void {
    const { library } = this.#parts;
    library.batch(() => {
      for (const [index, change] of shown.gesture.changes.entries()) {
        if (index < from) continue;
        for (const patch of shown.patches[index] ?? []) patch.detach();
        shown.patches[index] = [];
        if ('ref' in change) library.tables.bind(kindOf(change), change.ref, null);
        this.#settled(shown, index);
      }
    });
  }

  #settled(shown: Shown, index: number): void {
    const change = shown.gesture.changes[index];
    if (change === undefined || shown.isPending[index] !== true) return;
    shown.isPending[index] = false;
    addPending(this.#parts.library, change, -1);
  }

  #detachLater(patches: readonly ChangePatch[]): void {
    const { timers, signal, library, isLive } = this.#parts;
    if (patches.length === 0) return;
    const stop = timers.after(SETTLE_MS, () => {
      signal.removeEventListener('abort', stop);
      if (!isLive()) {
        this.#detachLater(patches);
        return;
      }
      library.batch(() => {
        for (const patch of patches) patch.detach();
      });
    });
    signal.addEventListener('abort', stop, { once: true });
  }

  #revert({ request, label, changes, inverses }: Done): void {
    const { sender, outbox } = this.#parts;
    const shown = this.#shown.get(request);
    if (shown !== undefined && sender.withdraw(request)) {
      this.#rollBack(shown, 0);
      outbox.done(request);
      this.#shown.delete(request);
      return;
    }
    const sentCount = sender.stop(request) ?? changes.length;
    if (shown !== undefined && sentCount < changes.length) {
      this.#rollBack(shown, sentCount);
      // The next page must not send the rest.
      outbox.add({ ...shown.gesture, changes: changes.slice(0, sentCount) });
    }
    const undone = inverses
      .slice(0, sentCount)
      .flatMap((inverse) => inverse ?? [])
      .toReversed();
    if (undone.length === 0) return;
    this.perform({
      label: `Undo: ${label}`,
      changes: undone,
      isGuarded: true,
      undoes: request,
    });
  }

  #repeat({ label, changes }: Done): Done {
    const { library, outbox, newKey } = this.#parts;
    const inverses = changes.map((change) => inverseOf(library, change));
    const request = newKey();
    const isFinal = changes.some(isFinalDeletion);
    const held = isFinal ? { heldUntil: this.#parts.timers.now() + DELETION_HELD_MS } : {};
    this.#run({ request, label, changes, at: outbox.nextAt(), isGuarded: true, ...held }, {});
    return { request, label, changes, inverses };
  }

  /** Sends the rest of a refused gesture again, with the same key: a repeat of what was done changes nothing. */
  #retry(gesture: Gesture, from: number): void {
    if (from === 0) this.#run({ ...gesture, at: this.#parts.outbox.nextAt() }, {});
    else this.perform({ label: gesture.label, changes: gesture.changes.slice(from) });
  }

  #reportRefusal(changes: readonly LibraryChange[], error: ApiError, retry: (() => void) | null): void {
    this.#parts.failures.add({
      title: refusalTitle(changes),
      messages: error.messages,
      action: retry && { label: 'Try again', run: retry },
    });
  }

  /** Says once for each gesture what was left alone, because another device had changed it. */
  #reportSkipped({ gesture, skipped }: Shown): void {
    const { library, failures } = this.#parts;
    // An object that is gone needs no message if it was to be deleted or removed anyway.
    const kept = skipped.filter(({ change }) => !isRemoval(change));
    const [first] = kept;
    if (first === undefined) return;
    const changes = kept.map(({ change }) => change);
    if (gesture.isGuarded === true) {
      failures.add({
        title: 'Some changes were left alone, because they were edited since.',
        messages: namesOf(library, changes),
        action: null,
      });
      return;
    }
    const again = kept.flatMap(({ change, fields }) =>
      fields.length === 0 ? [] : [onlyFields(change, fields)],
    );
    const action =
      again.length === 0
        ? null
        : {
            label: 'Apply yours',
            run: () => {
              this.perform({ label: gesture.label, changes: again });
            },
          };
    if (kept.length === 1) {
      const stored = new Map<string, unknown>(
        Object.entries(first.answer ?? recordOf(library, first.change) ?? {}),
      );
      failures.add({
        title: `${nameOf(library, first.change)} was ${first.fields.length === 0 ? 'deleted' : 'changed'} elsewhere.`,
        messages: first.fields.map((field) => conflictText(first.change, field, stored.get(field))),
        action,
      });
      return;
    }
    failures.add({
      title: `${kept.length} items were changed elsewhere and left alone.`,
      messages: namesOf(library, changes),
      action,
    });
  }
}

/** Treats the record of the server as the object created here, also if the feed is faster than the answer. */
function expectCreated(library: Library, change: LibraryChange, since: Micros | null): void {
  const { tables } = library;
  if (change.kind === 'link.create') {
    tables.bind('link', change.ref, null);
    tables.expect(
      'link',
      change.ref,
      (kind, record) => kind === 'link' && 'url' in record && record.url === change.url,
      since,
    );
  }
  if (change.kind === 'folder.create') {
    const { name, parent_folder_id } = change;
    tables.bind('folder', change.ref, null);
    tables.expect(
      'folder',
      change.ref,
      (kind, record) =>
        kind === 'folder' &&
        'parent_folder_id' in record &&
        record.name === name &&
        library.keyOf('folder', record.parent_folder_id) === parent_folder_id,
      since,
    );
  }
}

function addPending(library: Library, change: LibraryChange, count: 1 | -1): void {
  const subject = subjectOf(change);
  if (subject !== null) library.addPending(subject.kind, subject.key, count);
}

function kindOf(change: LibraryChange): 'link' | 'folder' {
  return change.kind === 'folder.create' ? 'folder' : 'link';
}

function isFinalDeletion(change: LibraryChange): boolean {
  return (change.kind === 'link.delete' || change.kind === 'folder.delete') && change.created === undefined;
}

function isRemoval(change: LibraryChange): boolean {
  return isFinalDeletion(change) || (change.kind === 'member.set' && !change.present);
}

function onlyFields(change: LibraryChange, fields: readonly string[]): LibraryChange {
  const rest = { ...change };
  if (change.kind === 'link.set' || change.kind === 'folder.set') {
    const edits = new Set(['kind', 'link_id', 'folder_id', ...fields]);
    for (const field of Object.keys(rest)) if (!edits.has(field)) Reflect.deleteProperty(rest, field);
  }
  return rest;
}

function recordOf(library: Library, change: LibraryChange): object | undefined {
  const subject = subjectOf(change);
  if (subject === null) return undefined;
  return subject.kind === 'link' ? library.link(subject.key) : library.folder(subject.key);
}

function isUser(answer: object): answer is User {
  return 'display_name' in answer && 'user_id' in answer;
}
