import type { LibraryChange } from '@foldmark/library/changes/changes';

import { isIndependent } from '#web/sync/changes/change-kinds.ts';
import { guarded, inverseOf } from '#web/sync/changes/inverse.ts';
import { MergedLinks } from '#web/sync/changes/merged-links.ts';
import type { Library } from '@foldmark/library/memory/library';

interface PreparationParts {
  readonly library: Library;
  /** The bucket of images. */
  readonly bucket: () => string;
}

/** The changes of a gesture, and what undoes them. Each is prepared before it shows. */
export class Preparation {
  readonly changes: LibraryChange[];
  /** What undoes each change. Null if nothing does, or if the change is not prepared. */
  readonly inverses: (LibraryChange | null)[];
  readonly #parts: PreparationParts;
  readonly #hasGuards: boolean;
  readonly #merged: MergedLinks;
  readonly #isPrepared: boolean[] = [];

  /** `hasGuards`: the changes have all guards that they need. */
  constructor(parts: PreparationParts, changes: LibraryChange[], hasGuards: boolean) {
    this.#parts = parts;
    this.#hasGuards = hasGuards;
    this.#merged = new MergedLinks(parts.library);
    this.changes = changes;
    this.inverses = Array.from(changes, () => null);
    // All at once, because one change may depend on the one before.
    if (!changes.every(isIndependent)) this.prepare(0, changes.length);
  }

  /** Whether anything undoes the changes that are prepared. */
  get isUndoable(): boolean {
    return this.inverses.some((inverse) => inverse !== null);
  }

  prepare(from: number, to: number): void {
    for (let index = from; index < to && index < this.changes.length; index += 1) this.prepareOne(index);
  }

  prepareOne(index: number): void {
    const change = this.changes[index];
    if (change === undefined || this.#isPrepared[index] === true) return;
    const { library, bucket } = this.#parts;
    this.#isPrepared[index] = true;
    this.inverses[index] = inverseOf(library, change, { bucket, merged: this.#merged });
    if (!this.#hasGuards) this.changes[index] = guarded(library, change);
  }
}
