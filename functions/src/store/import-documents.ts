import {
  importPartPath,
  importPlanPath,
  importQueuePath,
  importSitesPath,
} from '@foldmark/contract/firestore-paths';
import {
  storedImportPartSchema,
  type StoredImportPart,
  storedImportPlanSchema,
  type StoredImportPlan,
  storedImportQueueSchema,
  type StoredImportQueue,
  storedImportSitesSchema,
} from '@foldmark/contract/stored';

import type { PlainDocuments } from '#functions/store/plain-documents.ts';
import { expiry } from '#functions/store/times.ts';

export type ImportQueueRecord = Omit<StoredImportQueue, 'expire_at'>;

/** Reads and writes the documents of imports in a transaction. */
export class ImportDocuments {
  readonly #documents: PlainDocuments;
  #bytes = 0;
  #entries = 0;
  #queue: StoredImportQueue | null = null;

  constructor(documents: PlainDocuments) {
    this.#documents = documents;
  }

  /** The size of the parts that the transaction stores. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The number of links and folders in these parts. */
  get entries(): number {
    return this.#entries;
  }

  async part(id: string, part: number): Promise<StoredImportPart | null> {
    return this.#documents.read(importPartPath(this.#documents.uid, id, part), storedImportPartSchema);
  }

  async plan(id: string): Promise<StoredImportPlan | null> {
    return this.#documents.read(importPlanPath(this.#documents.uid, id), storedImportPlanSchema);
  }

  async queue(): Promise<StoredImportQueue | null> {
    return this.#queue ?? this.#documents.read(importQueuePath(this.#documents.uid), storedImportQueueSchema);
  }

  /** A list of sites whose icons are fetched after an import, as JSON. */
  async sites(id: string, list: number): Promise<string | null> {
    const path = importSitesPath(this.#documents.uid, id, list);
    return (await this.#documents.read(path, storedImportSitesSchema))?.sites ?? null;
  }

  /** `entries` is the number of links and folders in the part, which the caller pays for. */
  putPart(
    id: string,
    part: number,
    record: Pick<StoredImportPart, 'digest' | 'content'>,
    entries: number,
  ): void {
    this.#bytes += Buffer.byteLength(record.content);
    this.#entries += entries;
    this.#set(importPartPath(this.#documents.uid, id, part), record);
  }

  setLinkIds(
    id: string,
    part: number,
    ids: Required<Pick<StoredImportPart, 'link_ids' | 'distinct_ids'>>,
  ): void {
    this.#documents.update(importPartPath(this.#documents.uid, id, part), ids);
  }

  putPlan(id: string, record: Omit<StoredImportPlan, 'expire_at'>): void {
    this.#set(importPlanPath(this.#documents.uid, id), record);
  }

  putQueue({ running, waiting, reverting, icons }: ImportQueueRecord): void {
    this.#queue = { running, waiting, reverting, icons };
    this.#set(importQueuePath(this.#documents.uid), this.#queue);
  }

  putSites(id: string, list: number, sites: string): void {
    this.#set(importSitesPath(this.#documents.uid, id, list), { sites });
  }

  #set(path: string, record: object): void {
    this.#documents.set(path, { ...record, expire_at: expiry(this.#documents.now) });
  }
}
