import type { LibraryChange } from '@foldmark/library/changes/changes';
import type { Micros } from '@foldmark/library/entities/records';

import type { Gesture } from '#web/sync/changes/outbox-entry.ts';
import { isIndependent } from '#web/sync/changes/change-kinds.ts';
import type { CreatedId } from '#web/sync/changes/outbox.ts';
import { type ChangePatch, patchesOf } from '#web/sync/changes/patches.ts';
import { subjectOf } from '#web/sync/changes/references.ts';
import type { Result } from '#web/sync/changes/sending.ts';
import type { Library } from '@foldmark/library/memory/library';

/** Tolerates a local clock that is ahead of the server's by up to this much. */
const CLOCK_SKEW_MS = 60_000;

/** A change that the server skipped. */
export interface Skipped {
  readonly change: LibraryChange;
  readonly why: string;
  /** The fields that were left alone. */
  readonly fields: readonly string[];
  /** The answer of a single change. */
  readonly answer: object | null;
}

interface ShownChange {
  readonly change: LibraryChange;
  patches: readonly ChangePatch[];
  isPending: boolean;
}

interface ShownGestureOptions {
  readonly now: Micros;
  readonly isResumed: boolean;
  /** Called with the index of each change before it shows. */
  readonly prepare: ((index: number) => void) | null;
}

/** A gesture that the library shows, and that the server has not answered completely. */
export class ShownGesture {
  readonly gesture: Gesture;
  readonly skipped: Skipped[] = [];
  readonly #library: Library;
  readonly #prepare: ShownGestureOptions['prepare'];
  readonly #now: Micros;
  readonly #since: Micros | null;
  readonly #changes: (ShownChange | undefined)[];
  /** The changes before this index show. */
  #next = 0;

  /** Shows nothing yet. */
  constructor(library: Library, gesture: Gesture, { now, isResumed, prepare }: ShownGestureOptions) {
    this.#library = library;
    this.#prepare = prepare;
    this.#now = now;
    this.#since = isResumed ? (gesture.at - CLOCK_SKEW_MS) * 1000 : null;
    this.gesture = gesture;
    this.#changes = Array.from({ length: gesture.changes.length });
  }

  /** Shows the next changes, and at first those of the visible rows. All must show before the first is sent. */
  show(count: number): void {
    const { changes } = this.gesture;
    const from = this.#next;
    this.#next += count;
    this.#library.batch(() => {
      if (from === 0 && count < changes.length && changes.every(isIndependent)) this.#showVisible();
      for (let index = from; index < changes.length && index < from + count; index += 1) this.#show(index);
    });
  }

  /** Changes are being sent, so that the server's records may contain them. */
  sent(from: number, to: number): void {
    for (const shown of this.#changes.slice(from, to)) for (const patch of shown?.patches ?? []) patch.sent();
  }

  /** Returns the patches of the changes that were made. They stay until the feed delivers the changes. */
  answered(results: readonly Result[]): readonly ChangePatch[] {
    const made: ChangePatch[] = [];
    this.#library.batch(() => {
      for (const { index, id, skipped, answer = null } of results) {
        const shown = this.#changes[index];
        if (shown === undefined) continue;
        const { change, patches } = shown;
        if (skipped !== null) {
          this.skipped.push({ change, why: skipped.why, fields: skipped.fields ?? [], answer });
          this.#remove(shown);
          continue;
        }
        this.#settle(shown);
        if ('ref' in change && id !== undefined) {
          this.#library.tables.bind(createdKind(change), change.ref, id);
          for (const patch of patches) patch.created?.(id);
        }
        for (const patch of patches) patch.answered();
        made.push(...patches);
      }
    });
    return made;
  }

  /** Removes these changes. */
  rollBack(from: number, to: number): void {
    this.#library.batch(() => {
      for (const shown of this.#changes.slice(from, to)) if (shown !== undefined) this.#remove(shown);
    });
  }

  /** The objects that the gesture has created. */
  created(): readonly CreatedId[] {
    return this.gesture.changes.flatMap((change) => {
      if (!('ref' in change)) return [];
      const kind = createdKind(change);
      const id = this.#library.tables.keys.idOf(kind, change.ref);
      return id === null ? [] : [{ kind, key: change.ref, id }];
    });
  }

  #showVisible(): void {
    for (let index = 0; index < this.gesture.changes.length; index += 1) {
      const change = this.gesture.changes[index];
      const subject = change === undefined ? null : subjectOf(change);
      if (subject !== null && this.#library.isVisible(subject.kind, subject.key)) this.#show(index);
    }
  }

  #show(index: number): void {
    if (this.#changes[index] !== undefined) return;
    this.#prepare?.(index);
    const change = this.gesture.changes[index];
    if (change === undefined) return;
    expectCreated(this.#library, change, this.#since);
    const patches = patchesOf(this.#library, change, this.#now);
    for (const patch of patches) patch.attach();
    this.#changes[index] = { change, patches, isPending: true };
    addPending(this.#library, change, 1);
  }

  #remove(shown: ShownChange): void {
    const { change, patches } = shown;
    for (const patch of patches) patch.detach();
    shown.patches = [];
    if ('ref' in change) this.#library.tables.bind(createdKind(change), change.ref, null);
    this.#settle(shown);
  }

  #settle(shown: ShownChange): void {
    if (!shown.isPending) return;
    shown.isPending = false;
    addPending(this.#library, shown.change, -1);
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

function createdKind(change: LibraryChange): 'link' | 'folder' {
  return change.kind === 'folder.create' ? 'folder' : 'link';
}
