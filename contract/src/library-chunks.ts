import type { LibraryCollection } from '@foldmark/library/entities/collections';
import type { DocumentVersion, Micros } from '@foldmark/library/entities/records';
import { BrokenRows, readRow, rowValues } from './library-rows.ts';

/**
 * Documents with neighbouring ids are stored in one chunk. IndexedDB reads few large values several times faster than many
 * small ones, and a change still rewrites only one chunk.
 */
const CHUNK_BITS = 8;

type Row = readonly [string, Micros, ...unknown[]];

const DAY_MICROS = 86_400_000_000;

/** The chunk number of a document. The document of a pair is stored with its link or object. */
export function chunkOf(id: string): number {
  return Number(id.slice(id.lastIndexOf('_') + 1)) >> CHUNK_BITS;
}

/**
 * Merges changes into a chunk. The newer version of a document wins, even if another tab writes an older one later. Tombstones
 * stay for a day, so that they win too.
 */
export function mergeChunk<C extends LibraryCollection>(
  collection: C,
  text: string | undefined,
  changes: readonly DocumentVersion<C>[],
  now: Micros,
): string {
  const rows = new Map<string, readonly unknown[]>();
  for (const row of text === undefined ? [] : rowsOf(text)) rows.set(idOf(row), row);
  for (const change of changes) {
    const known = rows.get(change.id);
    if (known === undefined || atOf(known) <= change.at) rows.set(change.id, rowOf(collection, change));
  }
  return JSON.stringify([...rows.values()].filter((row) => row.length > 2 || atOf(row) > now - DAY_MICROS));
}

/** The documents of a chunk without its tombstones. */
export function readChunk<C extends LibraryCollection>(collection: C, text: string): DocumentVersion<C>[] {
  const changes: DocumentVersion<C>[] = [];
  for (const row of rowsOf(text)) {
    const version = versionOf(collection, row);
    if (version.record !== null) changes.push(version);
  }
  return changes;
}

/** Reads a row. Throws `BrokenRows` if it is none. */
export function versionOf<C extends LibraryCollection>(
  collection: C,
  row: readonly unknown[],
): DocumentVersion<C> {
  const at = atOf(row);
  return { id: idOf(row), at, record: row.length > 2 ? readRow(collection, row, 2, at) : null };
}

/** A document as a row: its id, its timestamp and its fields. A tombstone has no fields. */
export function rowOf<C extends LibraryCollection>(
  collection: C,
  { id, at, record }: DocumentVersion<C>,
): Row {
  return record === null ? [id, at] : [id, at, ...rowValues(collection, record)];
}

function idOf(row: readonly unknown[]): string {
  const [id] = row;
  if (typeof id !== 'string') throw new BrokenRows('A row has no id.');
  return id;
}

function atOf(row: readonly unknown[]): Micros {
  const [, at] = row;
  if (typeof at !== 'number') throw new BrokenRows('A row has no timestamp.');
  return at;
}

/** The rows of a chunk. */
export function rowsOf(text: string): readonly (readonly unknown[])[] {
  let rows: unknown;
  try {
    rows = JSON.parse(text);
  } catch (cause) {
    throw new BrokenRows('A chunk is not JSON.', { cause });
  }
  if (!Array.isArray(rows) || !rows.every(isList)) throw new BrokenRows('A chunk is not a list of rows.');
  return rows;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
