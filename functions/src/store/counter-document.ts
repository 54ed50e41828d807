import { countersPath } from '@foldmark/contract/firestore-paths';
import type { ObjectKind } from '@foldmark/library/entities/collections';
import { STORED_REQUEST_KEYS } from '@foldmark/contract/limits';
import { type Counters, countersSchema, type CreatedId } from '@foldmark/contract/stored';
import * as z from 'zod/mini';

import { Failure } from '#functions/errors/failure.ts';
import type { JoinedReads } from '#functions/store/joined-reads.ts';
import type { AllocatedId, CountedKind } from '#functions/store/library.ts';

/** The counters of a library in a transaction: read at most once, and changed in memory. */
export class CounterDocument {
  readonly path: string;
  readonly #reads: JoinedReads;
  #stored: Promise<Counters> | null = null;
  #changes: Partial<Counters> | null = null;

  constructor(uid: string, reads: JoinedReads) {
    this.path = countersPath(uid);
    this.#reads = reads;
  }

  get isRead(): boolean {
    return this.#stored !== null;
  }

  /** The fields to write, or null. */
  get changes(): Partial<Counters> | null {
    return this.#changes;
  }

  async allocateId(kind: CountedKind): Promise<number> {
    const stored = await this.#read();
    const field = `next_${kind}_id` as const;
    const id = this.#changes?.[field] ?? stored[field];
    this.#change({ [field]: id + 1 });
    return id;
  }

  async reserveIds(counts: Readonly<Record<CountedKind, number>>): Promise<Record<CountedKind, number>> {
    const first = { link: 0, folder: 0, folder_link: 0 };
    for (const kind of ['link', 'folder', 'folder_link'] as const) {
      first[kind] = await this.allocateId(kind);
      this.#change({ [`next_${kind}_id`]: first[kind] + counts[kind] });
    }
    return first;
  }

  async allocateIdOnce(kind: ObjectKind, requestKey: string | null, digest: string): Promise<AllocatedId> {
    const stored = await this.#read();
    // A batch creates several.
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

  async countUpload(day: string): Promise<number> {
    const { uploads } = await this.#read();
    const granted = uploads?.day === day ? uploads.granted + 1 : 1;
    this.#change({ uploads: { day, granted } });
    return granted;
  }

  async #read(): Promise<Counters> {
    this.#stored ??= this.#reads.read(this.path).then((snapshot) => {
      if (!snapshot.exists) throw new Failure('noProfile');
      return z.parse(countersSchema, snapshot.data());
    });
    return this.#stored;
  }

  #change(changes: Partial<Counters>): void {
    this.#changes = { ...this.#changes, ...changes };
  }
}
