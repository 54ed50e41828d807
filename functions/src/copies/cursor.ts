import { LIBRARY_COLLECTIONS, type LibraryCollection } from '@foldmark/library/entities/collections';
import type { Micros } from '@foldmark/library/entities/records';
import * as z from 'zod/mini';

import { Failure } from '#functions/errors/failure.ts';
import type { Position } from '#functions/store/copy-source.ts';

export type Positions = Readonly<Record<LibraryCollection, Position>>;

/** The last row of a stored snapshot that the caller has. */
export interface SnapshotRow {
  readonly collection: LibraryCollection;
  readonly chunk: number;
  readonly id: string;
}

/**
 * What a caller of `/library/changes/` has, which it sends back as `since`. A round is the calls until an answer without `more`.
 */
export interface Cursor {
  /** The begin of the round: the caller will have all documents up to here, except for late commits. */
  readonly at: Micros;
  /** Whether the round has more pages. */
  readonly isOpen: boolean;
  readonly positions: Positions;
  /** Set while the pages are those of the stored snapshot. */
  readonly snapshot: SnapshotRow | null;
}

const VERSION = 1;

const micros = z.int().check(z.nonnegative());
const id = z.string().check(z.regex(/^[\w-]{0,64}$/));
const position = z.tuple([micros, id, micros, micros]);
const textSchema = z.tuple([
  z.literal(VERSION),
  micros,
  z.boolean(),
  z.tuple([position, position, position, position]),
  z.nullable(z.tuple([z.enum(LIBRARY_COLLECTIONS), micros, id])),
]);

export function cursorText({ at, isOpen, positions, snapshot }: Cursor): string {
  const values = LIBRARY_COLLECTIONS.map((collection) => {
    const one = positions[collection];
    return [one.at, one.id, one.page, one.pageBefore];
  });
  const row = snapshot === null ? null : [snapshot.collection, snapshot.chunk, snapshot.id];
  return Buffer.from(JSON.stringify([VERSION, at, isOpen, values, row])).toString('base64url');
}

/** Throws the failure `badCursor` for a text that `cursorText` has not written. */
export function readCursor(text: string): Cursor {
  const result = z.safeParse(textSchema, jsonOf(Buffer.from(text, 'base64url').toString()));
  if (!result.success) throw new Failure('badCursor');
  const [, at, isOpen, positions, row] = result.data;
  return {
    at,
    isOpen,
    positions: positionsOf((_, index) => {
      const [from = 0, last = '', page = 0, pageBefore = 0] = positions[index] ?? [];
      return { at: from, id: last, page, pageBefore };
    }),
    snapshot: row === null ? null : { collection: row[0], chunk: row[1], id: row[2] },
  };
}

/** The position before the first document after a timestamp. */
export function startAt(at: Micros): Position {
  return { at, id: '', page: at, pageBefore: at };
}

export function positionsOf(of: (collection: LibraryCollection, index: number) => Position): Positions {
  const [links, folders, folder_links, favorites] = LIBRARY_COLLECTIONS;
  return {
    links: of(links, 0),
    folders: of(folders, 1),
    folder_links: of(folder_links, 2),
    favorites: of(favorites, 3),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
