import { leftoversPath } from '@foldmark/contract/firestore-paths';
import { type StoredLeftovers, storedLeftoversSchema } from '@foldmark/contract/stored';

import { Failure } from '#functions/errors/failure.ts';
import type { PlainDocuments } from '#functions/store/plain-documents.ts';
import type { LeftoversStep } from '#functions/store/steps.ts';
import { dueAt } from '#functions/store/times.ts';

/** The most items that can wait for the job, because one document names them all. */
const ITEMS_MAX = 50_000;

/** Links and folders that were deleted forever. */
export type DeletedIds = Pick<StoredLeftovers, 'link_ids' | 'folder_ids'>;

/** The memberships of deleted items, if there are too many for one transaction. A job deletes them. */
export class LeftoversDocument {
  readonly #documents: PlainDocuments;
  /** Counts the memberships of the items. */
  readonly #count: (ids: DeletedIds) => Promise<number>;
  readonly #added = { link_ids: new Set<number>(), folder_ids: new Set<number>() };
  #members = 0;
  #first: LeftoversStep | null = null;

  constructor(documents: PlainDocuments, count: (ids: DeletedIds) => Promise<number>) {
    this.#documents = documents;
    this.#count = count;
  }

  /** The number of memberships that the transaction has left to the job. */
  get members(): number {
    return this.#members;
  }

  /** The first step of the job, if this transaction starts it. */
  get first(): LeftoversStep | null {
    return this.#first;
  }

  async read(): Promise<StoredLeftovers | null> {
    return this.#documents.read(leftoversPath(this.#documents.uid), storedLeftoversSchema);
  }

  /** Writes the document. Null ends the job. */
  put(record: Omit<StoredLeftovers, 'due_at'> | null): void {
    const path = leftoversPath(this.#documents.uid);
    if (record === null) this.#documents.delete(path);
    else this.#documents.set(path, { ...record, due_at: dueAt(this.#documents.now, record.tries) });
  }

  /** Leaves the memberships of these items to the job. */
  add({ link_ids, folder_ids }: DeletedIds): void {
    for (const id of link_ids) this.#added.link_ids.add(id);
    for (const id of folder_ids) this.#added.folder_ids.add(id);
  }

  /**
   * Stores the added items with those of earlier transactions. A running job continues with them. Throws `busy` if too many items
   * wait.
   */
  async store(): Promise<void> {
    const added = { link_ids: [...this.#added.link_ids], folder_ids: [...this.#added.folder_ids] };
    if (added.link_ids.length + added.folder_ids.length === 0) return;
    const [stored, members] = await Promise.all([this.read(), this.#count(added)]);
    const { step, tries } = stored ?? { step: 0 };
    const link_ids = [...new Set([...(stored?.link_ids ?? []), ...added.link_ids])];
    const folder_ids = [...new Set([...(stored?.folder_ids ?? []), ...added.folder_ids])];
    if (link_ids.length + folder_ids.length > ITEMS_MAX) throw new Failure('busy', { retryAfterS: 60 });
    this.#members = members;
    if (stored === null) this.#first = { uid: this.#documents.uid, state: 'leftovers', part: step };
    this.put({ link_ids, folder_ids, step, ...(tries === undefined ? {} : { tries }) });
  }
}
