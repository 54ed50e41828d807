import type { RecordView } from '@foldmark/library/changes/change';
import { Draft } from '@foldmark/library/changes/draft';
import type { Edit } from '@foldmark/library/changes/edits';
import { guarded, type LibraryChange } from '@foldmark/library/changes/changes';
import { shownEdits } from '@foldmark/library/changes/shown-edits';
import type { Micros } from '@foldmark/library/entities/records';
import type { Library } from '@foldmark/library/memory/library';
import { viewOf } from '@foldmark/library/memory/library-view';

import { isIndependent } from '#web/sync/changes/change-kinds.ts';

/** The edits of a change in the library as it shows. Null if the change can't be made there; the server may decide otherwise. */
export type ChangeEdits = readonly Edit[] | null;

interface PreparationOptions {
  readonly now: Micros;
  /** Whether the changes already have all their guards. Then all changes are sent. */
  readonly isGuarded: boolean;
}

/** The changes of a gesture with their guards and edits. Each change is prepared before it shows. */
export class Preparation {
  readonly changes: LibraryChange[];
  /** The edits by the index of the change. Undefined until the change is prepared. */
  readonly edits: (ChangeEdits | undefined)[];
  readonly isGuarded: boolean;
  /** Whether the changes can be prepared in any order. */
  readonly isIndependent: boolean;
  readonly now: Micros;
  readonly #view: RecordView;
  /** The library after the changes so far. Null if no change can depend on an earlier one. */
  readonly #draft: Draft | null;

  constructor(library: Library, changes: LibraryChange[], { now, isGuarded }: PreparationOptions) {
    this.changes = changes;
    this.edits = Array.from(changes, () => undefined);
    this.isGuarded = isGuarded;
    this.isIndependent = changes.every(isIndependent);
    this.now = now;
    this.#draft = this.isIndependent ? null : new Draft(viewOf(library));
    this.#view = this.#draft ?? viewOf(library);
  }

  /** Whether any prepared change has an effect. True if a change is not prepared yet. */
  get hasEffect(): boolean {
    return this.edits.some((edits) => edits === undefined || (edits !== null && edits.length > 0));
  }

  prepare(from: number, to: number): void {
    for (let index = from; index < to && index < this.changes.length; index += 1) this.prepareOne(index);
  }

  prepareOne(index: number): void {
    const change = this.changes[index];
    if (change === undefined || this.edits[index] !== undefined) return;
    const edits = shownEdits(change, this.#view, this.now);
    this.edits[index] = edits;
    if (!this.isGuarded) this.changes[index] = guarded(change, this.#view);
    if (edits !== null) this.#draft?.commit(edits);
  }

  /** Drops changes without an effect. Returns which changes stay, or null if all do. */
  dropIdle(): readonly boolean[] | null {
    // Send undos even if local records look unchanged.
    if (this.isGuarded || !this.edits.some((edits) => edits?.length === 0)) return null;
    const isKept = this.edits.map((edits) => edits?.length !== 0);
    keepOnly(this.changes, isKept);
    keepOnly(this.edits, isKept);
    return isKept;
  }
}

/** Filters the list in place, because other objects share it. */
export function keepOnly(list: unknown[], isKept: readonly boolean[]): void {
  let length = 0;
  for (const [index, one] of list.entries()) {
    if (isKept[index] !== true) continue;
    list[length] = one;
    length += 1;
  }
  list.length = length;
}
