import { LIBRARY_COLLECTIONS, type LibraryCollection } from '@foldmark/library/entities/collections';
import type { Micros } from '@foldmark/library/entities/records';
import type { LibraryChanges } from '@foldmark/contract/answers';
import { rowsOf } from '@foldmark/contract/library-chunks';
import { IN_FLIGHT_MS, LATE_COMMIT_MS, REPLICA_MAX_AGE_DAYS } from '@foldmark/contract/limits';

import { type Cursor, positionsOf, type SnapshotRow, startAt } from '#functions/copies/cursor.ts';
import type { CopySource, NewerDocument, Position } from '#functions/store/copy-source.ts';
import type { StoredSnapshot } from '#functions/store/read-library.ts';

export interface Limits {
  /** The documents that one query reads. A page has the results of four queries. */
  readonly documents: number;
  /** The length of the rows of a page. */
  readonly bytes: number;
}

/** With these, an answer is shorter than 1 MiB. */
const LIMITS: Limits = { documents: 500, bytes: 900_000 };
const MAX_AGE_MICROS = REPLICA_MAX_AGE_DAYS * 86_400_000_000;
/** A clock that is set correctly is corrected by less. */
const CLOCK_STEP_MICROS = 60_000_000;

export interface Page {
  readonly restart: boolean;
  readonly rows: LibraryChanges['rows'];
  readonly cursor: Cursor;
  readonly more: boolean;
}

/** The page after a cursor. Begins the library again if there is none, or if tombstones may have been purged since. */
export async function nextPage(
  since: Cursor | null,
  source: CopySource,
  now: Micros,
  limits = LIMITS,
): Promise<Page> {
  if (since === null || now - since.at > MAX_AGE_MICROS || since.at > now + CLOCK_STEP_MICROS)
    return firstPage(source, now, limits);
  if (since.snapshot === null) return newerPage(since, source, limits);
  const snapshot = await source.snapshot(since.at);
  return snapshot === null
    ? firstPage(source, now, limits)
    : snapshotPage(snapshot, since, since.snapshot, limits);
}

async function firstPage(source: CopySource, now: Micros, limits: Limits): Promise<Page> {
  const snapshot = await source.snapshot(null);
  if (snapshot === null) {
    const positions = positionsOf(() => startAt(0));
    const start = { at: now, isOpen: false, positions, snapshot: null };
    return { ...(await newerPage(start, source, limits)), restart: true };
  }
  const positions = positionsOf((collection) => startAt(snapshot.starts.get(collection) ?? 0));
  const cursor = { at: snapshot.at, isOpen: false, positions, snapshot: null };
  const begin = { collection: LIBRARY_COLLECTIONS[0], chunk: 0, id: '' };
  return { ...snapshotPage(snapshot, cursor, begin, limits), restart: true };
}

/**
 * A page of the stored snapshot. A job may have replaced the snapshot since the page before. Then the page is of the new one,
 * because a document never changes its chunk, and the newer documents are those since the old one.
 */
function snapshotPage({ chunks }: StoredSnapshot, cursor: Cursor, after: SnapshotRow, limits: Limits): Page {
  const page = new PageRows(limits.bytes);
  const first = LIBRARY_COLLECTIONS.indexOf(after.collection);
  for (const [index, collection] of LIBRARY_COLLECTIONS.entries()) {
    if (index < first) continue;
    const from = index === first ? after.chunk : 0;
    const own = chunks.filter((chunk) => chunk.collection === collection && chunk.number >= from);
    for (const { number, text } of own.toSorted((one, other) => one.number - other.number)) {
      let last = index === first && number === after.chunk ? after.id : '';
      for (const [id, row] of sortedRows(text)) {
        if (id <= last) continue;
        if (!page.add(collection, row)) {
          const snapshot = { collection, chunk: number, id: last };
          return { restart: false, rows: page.rows, cursor: { ...cursor, snapshot }, more: true };
        }
        last = id;
      }
    }
  }
  return { restart: false, rows: page.rows, cursor: { ...cursor, snapshot: null }, more: true };
}

function sortedRows(text: string): [string, readonly unknown[]][] {
  return rowsOf(text)
    .map((row): [string, readonly unknown[]] => [String(row[0]), row])
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

/** A page of the documents that are newer than the positions. */
async function newerPage(since: Cursor, source: CopySource, limits: Limits): Promise<Page> {
  const found = await Promise.all(
    LIBRARY_COLLECTIONS.map(async (name) => source.newer(name, since.positions[name], limits.documents)),
  );
  const at = since.isOpen ? since.at : Math.min(...found.map(({ readAt }) => readAt));
  const page = new PageRows(limits.bytes);
  let more = false;
  const positions = positionsOf((collection, index) => {
    const documents = found[index]?.documents ?? [];
    const end = documents.findIndex(({ row }) => row !== null && !page.add(collection, row));
    const taken = end === -1 ? documents : documents.slice(0, end);
    const isFull = taken.length < documents.length || documents.length === limits.documents;
    more ||= isFull;
    return positionAfter(since.positions[collection], taken, isFull);
  });
  const cursor: Cursor = more
    ? { at, isOpen: true, positions, snapshot: null }
    : { at, isOpen: false, positions: positionsOf((name) => nextRound(positions[name], at)), snapshot: null };
  return { restart: false, rows: page.rows, cursor, more };
}

function positionAfter(before: Position, taken: readonly NewerDocument[], isFull: boolean): Position {
  const [first] = taken;
  const last = taken.at(-1);
  if (first === undefined || last === undefined) return before;
  const pages = isFull ? { page: first.at, pageBefore: before.page } : {};
  return { ...before, ...pages, at: last.at, id: last.id };
}

/**
 * The next round starts five minutes before this one, because a commit can become visible so late. After many changes it starts
 * later, so that it reads at most three pages again, but at least ten seconds before this one.
 */
function nextRound({ pageBefore }: Position, round: Micros): Position {
  const earliest = Math.max(pageBefore, round - LATE_COMMIT_MS * 1000);
  return startAt(Math.max(0, Math.min(earliest, round - IN_FLIGHT_MS * 1000)));
}

/** The rows of a page, as far as they fit. */
class PageRows {
  readonly rows: LibraryChanges['rows'] = { links: [], folders: [], folder_links: [], favorites: [] };
  readonly #max: number;
  #bytes = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Returns false if the row does not fit. The first row always fits. */
  add(collection: LibraryCollection, row: readonly unknown[]): boolean {
    const bytes = Buffer.byteLength(JSON.stringify(row)) + 1;
    if (this.#bytes > 0 && this.#bytes + bytes > this.#max) return false;
    this.#bytes += bytes;
    this.rows[collection].push(row);
    return true;
  }
}
