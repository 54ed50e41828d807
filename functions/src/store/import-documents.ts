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
import type { DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';

import { expiry } from '#functions/store/action-documents.ts';
import type {
  ImportPartRecord,
  ImportPlanRecord,
  ImportQueueRecord,
  ImportTransaction,
} from '#functions/store/library.ts';

interface Deps {
  readonly uid: string;
  readonly now: Date;
  readonly read: (path: string) => Promise<DocumentSnapshot>;
  /** Writes at the end of the transaction. */
  readonly set: (path: string, document: object) => void;
  readonly update: (path: string, fields: object) => void;
}

/** The documents of imports in a transaction. */
export class ImportDocuments implements ImportTransaction {
  readonly #deps: Deps;
  #bytes = 0;
  #entries = 0;
  #queue: StoredImportQueue | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The size of the parts that the transaction stores. */
  get bytes(): number {
    return this.#bytes;
  }

  get entries(): number {
    return this.#entries;
  }

  async part(id: string, part: number): Promise<StoredImportPart | null> {
    return this.#read(importPartPath(this.#deps.uid, id, part), storedImportPartSchema);
  }

  async plan(id: string): Promise<StoredImportPlan | null> {
    return this.#read(importPlanPath(this.#deps.uid, id), storedImportPlanSchema);
  }

  async queue(): Promise<StoredImportQueue | null> {
    return this.#queue ?? this.#read(importQueuePath(this.#deps.uid), storedImportQueueSchema);
  }

  async sites(id: string, list: number): Promise<string | null> {
    const stored = await this.#read(importSitesPath(this.#deps.uid, id, list), storedImportSitesSchema);
    return stored?.sites ?? null;
  }

  putPart(id: string, part: number, record: ImportPartRecord, entries: number): void {
    this.#bytes += Buffer.byteLength(record.content);
    this.#entries += entries;
    this.#set(importPartPath(this.#deps.uid, id, part), record);
  }

  setLinkIds(id: string, part: number, ids: Parameters<ImportTransaction['setLinkIds']>[2]): void {
    this.#deps.update(importPartPath(this.#deps.uid, id, part), ids);
  }

  putPlan(id: string, record: ImportPlanRecord): void {
    this.#set(importPlanPath(this.#deps.uid, id), record);
  }

  putQueue({ running, waiting, reverting, icons }: ImportQueueRecord): void {
    this.#queue = { running, waiting, reverting, icons };
    this.#set(importQueuePath(this.#deps.uid), this.#queue);
  }

  putSites(id: string, list: number, sites: string): void {
    this.#set(importSitesPath(this.#deps.uid, id, list), { sites });
  }

  async #read<T>(path: string, schema: z.ZodMiniType<T>): Promise<T | null> {
    const snapshot = await this.#deps.read(path);
    return snapshot.exists ? z.parse(schema, snapshot.data()) : null;
  }

  #set(path: string, record: object): void {
    this.#deps.set(path, { ...record, expire_at: expiry(this.#deps.now) });
  }
}
