import { leftoversPath } from '@foldmark/contract/firestore-paths';
import { type StoredLeftovers, storedLeftoversSchema } from '@foldmark/contract/stored';
import type { DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';

import { Failure } from '#functions/errors/failure.ts';
import { dueAt } from '#functions/store/due.ts';
import type { DeletedIds, LeftoversRecord, LeftoversStep } from '#functions/store/library.ts';

/** How many items wait for the job at most, because one document names them all. */
const ITEMS_MAX = 50_000;

interface Deps {
  readonly uid: string;
  readonly now: Date;
  readonly read: (path: string) => Promise<DocumentSnapshot>;
  /** Counts the memberships of the items. */
  readonly count: (ids: DeletedIds) => Promise<number>;
  readonly set: (path: string, document: object) => void;
  readonly remove: (path: string) => void;
}

/** The items whose memberships are too many for one transaction. */
export class LeftoversDocument {
  readonly #deps: Deps;
  readonly #added = { link_ids: new Set<number>(), folder_ids: new Set<number>() };
  #documents = 0;
  #first: LeftoversStep | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** How many memberships the transaction has left to the job. */
  get documents(): number {
    return this.#documents;
  }

  /** The first step, if the transaction begins the job. */
  get first(): LeftoversStep | null {
    return this.#first;
  }

  async read(): Promise<StoredLeftovers | null> {
    const snapshot = await this.#deps.read(this.#path);
    return snapshot.exists ? z.parse(storedLeftoversSchema, snapshot.data()) : null;
  }

  put(record: LeftoversRecord | null): void {
    const { now, set, remove } = this.#deps;
    if (record === null) remove(this.#path);
    else set(this.#path, { ...record, due_at: dueAt(now, record.tries) });
  }

  add({ link_ids, folder_ids }: DeletedIds): void {
    for (const id of link_ids) this.#added.link_ids.add(id);
    for (const id of folder_ids) this.#added.folder_ids.add(id);
  }

  /** Stores the added items with those of earlier transactions. A job that runs goes on with them. */
  async store(): Promise<void> {
    const added = { link_ids: [...this.#added.link_ids], folder_ids: [...this.#added.folder_ids] };
    if (added.link_ids.length + added.folder_ids.length === 0) return;
    const [stored, documents] = await Promise.all([this.read(), this.#deps.count(added)]);
    const link_ids = [...new Set([...(stored?.link_ids ?? []), ...added.link_ids])];
    const folder_ids = [...new Set([...(stored?.folder_ids ?? []), ...added.folder_ids])];
    if (link_ids.length + folder_ids.length > ITEMS_MAX) throw new Failure('busy', { retryAfterS: 60 });
    const step = stored?.step ?? 0;
    this.#documents = documents;
    if (stored === null) this.#first = { uid: this.#deps.uid, state: 'leftovers', part: step };
    const tries = stored?.tries;
    this.put({ link_ids, folder_ids, step, ...(tries === undefined ? {} : { tries }) });
  }

  get #path(): string {
    return leftoversPath(this.#deps.uid);
  }
}
