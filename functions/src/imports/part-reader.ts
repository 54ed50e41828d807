import { type ImportPart, importPartSchema } from '@foldmark/contract/imports';
import * as z from 'zod/mini';

import { chunksOf } from '#functions/store/chunks.ts';
import type { Library, LibraryTransaction } from '#functions/store/library.ts';

/** The most parts that one transaction reads or writes. Firestore may count whole documents, up to 10 MiB. */
export const PARTS_AT_ONCE = 10;

const contentSchema = z.pick(importPartSchema, { folders: true, links: true });

interface ReadPart extends ImportPart {
  /** Empty until the import is planned. */
  readonly link_ids: readonly number[];
  /** The ids of the marks of all links of the part: see `StoredImportPart`. */
  readonly distinct_ids: readonly number[];
}

/**
 * Yields the parts in this order. Reads ten at a time: 2000 parts would take minutes one by one, and can exceed the memory all
 * together.
 */
export async function* readParts<Place extends { readonly part: number }>(
  library: Pick<Library, 'transaction'>,
  import_id: string,
  places: readonly Place[],
): AsyncIterable<readonly [Place, ReadPart]> {
  for (const some of chunksOf(places, PARTS_AT_ONCE)) {
    const contents = await library.transaction(async (transaction) => {
      const reader = new PartReader(transaction, import_id);
      return Promise.all(some.map(async (place) => [place, await reader.read(place.part)] as const));
    });
    yield* contents;
  }
}

/** A part of the import is missing, for example because it has expired. */
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
    const { content, link_ids = [], distinct_ids = [] } = stored;
    return { ...z.parse(contentSchema, JSON.parse(content)), link_ids, distinct_ids };
  }
}
