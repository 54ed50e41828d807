import { imageDeletionPath } from '@foldmark/contract/firestore-paths';

import { imageDeletionId, keptDeletion, requestedDeletion } from '#functions/store/image-deletions.ts';
import type { WrittenDocuments } from '#functions/store/written-documents.ts';

/** The images that the documents of a transaction no longer reference. */
export class UnreferencedImages {
  readonly #uid: string;
  readonly #now: Date;
  readonly #written: WrittenDocuments;
  readonly #requested = new Set<string>();
  readonly #kept = new Set<string>();

  constructor(uid: string, now: Date, written: WrittenDocuments) {
    this.#uid = uid;
    this.#now = now;
    this.#written = written;
  }

  /** The ids of the requested deletions, except those that wait for a day. */
  get deletions(): readonly string[] {
    return [...this.#requested].map(imageDeletionId);
  }

  /** The number of images that wait for a day before their deletion. */
  get keptCount(): number {
    return this.#kept.size;
  }

  requestDeletion(key: unknown, isUndoable: boolean): void {
    if (typeof key !== 'string' || key === '') return;
    if (this.#requested.has(key) || this.#kept.has(key)) return;
    (isUndoable ? this.#kept : this.#requested).add(key);
    const document = isUndoable ? keptDeletion(key, this.#uid, this.#now) : requestedDeletion(key, this.#now);
    this.#written.set(imageDeletionPath(imageDeletionId(key)), document);
  }
}
