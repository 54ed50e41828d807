import { type ImportPart, importPartSchema } from '@foldmark/contract/imports';
import * as z from 'zod/mini';

import type { LibraryTransaction } from '#functions/library/library.ts';

const contentSchema = z.pick(importPartSchema, { folders: true, links: true });

interface ReadPart extends ImportPart {
  /** Empty until the import is planned. */
  readonly link_ids: readonly number[];
}

/** Part of the import is missing, for example because it has expired. */
export class PartMissing extends Error {}

/** Reads the parts of an import, each once. */
export class PartReader {
  readonly #transaction: LibraryTransaction;
  readonly #import_id: string;
  readonly #parts = new Map<number, Promise<ReadPart>>();

  constructor(transaction: LibraryTransaction, import_id: string) {
    this.#transaction = transaction;
    this.#import_id = import_id;
  }

  async read(part: number): Promise<ReadPart> {
    const known = this.#parts.get(part) ?? this.#read(part);
    this.#parts.set(part, known);
    return known;
  }

  async #read(part: number): Promise<ReadPart> {
    const stored = await this.#transaction.imports.part(this.#import_id, part);
    if (stored === null) throw new PartMissing();
    return { ...z.parse(contentSchema, JSON.parse(stored.content)), link_ids: stored.link_ids ?? [] };
  }
}
