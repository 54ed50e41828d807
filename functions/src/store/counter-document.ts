import { countersPath } from '@foldmark/contract/firestore-paths';
import type { ObjectKind } from '@foldmark/library/entities/collections';
import { STORED_REQUEST_KEYS } from '@foldmark/contract/limits';
import { type Counters, countersSchema, type CreatedId } from '@foldmark/contract/stored';

import { Failure } from '#functions/errors/failure.ts';
import type { PlainDocuments } from '#functions/store/plain-documents.ts';

export const FIRST_IDS: Counters = { next_link_id: 1, next_folder_id: 1, next_folder_link_id: 1 };
const KINDS = ['link', 'folder', 'folder_link'] as const;
type CountedKind = (typeof KINDS)[number];

interface AllocatedId {
  readonly id: number;
  /** False if an earlier attempt of the same request has allocated the id and created the item. */
  readonly isNew: boolean;
}

/**
 * The counters of a library in a transaction. They are read at most once, and changed in memory. Every method throws if there is
 * no profile, because the profile is created with the counters.
 */
export class CounterDocument {
  readonly #documents: PlainDocuments;
  #stored: Promise<Counters> | null = null;
  #changes: Partial<Counters> | null = null;

  constructor(documents: PlainDocuments) {
    this.#documents = documents;
  }

  get isRead(): boolean {
    return this.#stored !== null;
  }

  /** Returns the next id of this kind. */
  async allocateId(kind: CountedKind): Promise<number> {
    const stored = await this.#read();
    const field = `next_${kind}_id` as const;
    const id = this.#changes?.[field] ?? stored[field];
    this.#change({ [field]: id + 1 });
    return id;
  }

  /** Reserves these numbers of ids, and returns the first id of each kind. */
  async reserveIds(counts: Readonly<Record<CountedKind, number>>): Promise<Record<CountedKind, number>> {
    const first = { link: 0, folder: 0, folder_link: 0 };
    for (const kind of KINDS) {
      first[kind] = await this.allocateId(kind);
      this.#change({ [`next_${kind}_id`]: first[kind] + counts[kind] });
    }
    return first;
  }

  /** Like `allocateId`, but all repeats of one request get the same id. Throws if a repeat has another digest. */
  async allocateIdOnce(kind: ObjectKind, requestKey: string | null, digest: string): Promise<AllocatedId> {
    const stored = await this.#read();
    // A batch can create several items.
    const made = this.#changes?.made ?? stored.made ?? [];
    const known = made.find((one) => one.key === requestKey && one.kind === kind);
    if (known !== undefined) {
      if (known.digest !== undefined && known.digest !== digest) throw new Failure('keyReused');
      return { id: known.id, isNew: false };
    }
    const id = await this.allocateId(kind);
    if (requestKey !== null) {
      const created: CreatedId = { key: requestKey, kind, id, digest };
      this.#change({ made: [...made, created].slice(-STORED_REQUEST_KEYS) });
    }
    return { id, isNew: true };
  }

  /** Adds an upload to this day's count and returns the count. */
  async countUpload(day: string): Promise<number> {
    const { uploads } = await this.#read();
    const granted = uploads?.day === day ? uploads.granted + 1 : 1;
    this.#change({ uploads: { day, granted } });
    return granted;
  }

  /** Writes the changed counters. Call this once, at the end of the transaction. */
  store(): void {
    const { uid } = this.#documents;
    if (this.#changes !== null) this.#documents.update(countersPath(uid), this.#changes);
  }

  async #read(): Promise<Counters> {
    this.#stored ??= this.#documents
      .read(countersPath(this.#documents.uid), countersSchema)
      .then((stored) => {
        if (stored === null) throw new Failure('noProfile');
        return stored;
      });
    return this.#stored;
  }

  #change(changes: Partial<Counters>): void {
    this.#changes = { ...this.#changes, ...changes };
  }
}
