import type { LibraryChange } from '@foldmark/contract/changes';
import type { Micros } from '@foldmark/contract/library-records';

import type { Gesture } from '#web/sync/changes/outbox-entry.ts';
import type { CreatedId } from '#web/sync/changes/outbox.ts';
import { type ChangePatch, patchesOf } from '#web/sync/changes/patches.ts';
import { subjectOf } from '#web/sync/changes/references.ts';
import type { Result } from '#web/sync/changes/sending.ts';
import type { Library } from '#web/sync/library/library.ts';

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

/** A gesture that the library shows, and that the server has not answered completely. */
export class ShownGesture {
  readonly gesture: Gesture;
  readonly skipped: Skipped[] = [];
  readonly #library: Library;
  readonly #changes: ShownChange[] = [];

  constructor(library: Library, gesture: Gesture, { now, isResumed }: { now: Micros; isResumed: boolean }) {
    this.#library = library;
    this.gesture = gesture;
    const since = isResumed ? (gesture.at - CLOCK_SKEW_MS) * 1000 : null;
    library.batch(() => {
      for (const change of gesture.changes) {
        expectCreated(library, change, since);
        const patches = patchesOf(library, change, now);
        for (const patch of patches) patch.attach();
        this.#changes.push({ change, patches, isPending: true });
        addPending(library, change, 1);
      }
    });
  }

  /** Changes are being sent, so that the server's records may contain them. */
  sent(from: number, to: number): void {
    for (const { patches } of this.#changes.slice(from, to)) for (const patch of patches) patch.sent();
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

  /** Removes the changes from this index on. */
  rollBack(from: number): void {
    this.#library.batch(() => {
      for (const shown of this.#changes.slice(from)) this.#remove(shown);
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
