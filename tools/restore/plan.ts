import { isDeepStrictEqual } from 'node:util';

import type { LibraryCollection } from '@foldmark/library/entities/collections';
import { TOMBSTONE_DAYS } from '@foldmark/contract/limits';
import type { Counters } from '@foldmark/contract/stored';
import { type DocumentData, FieldValue, Timestamp } from 'firebase-admin/firestore';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The fields that identify a document. Its tombstone has only these. */
const KEYS: Readonly<Record<LibraryCollection, readonly string[]>> = {
  links: ['link_id'],
  folders: ['folder_id'],
  folder_links: ['folder_link_id', 'folder_id', 'link_id'],
  favorites: ['object_type', 'object_id'],
};

/** The fields that each write sets itself. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['updated_at', 'expire_at', 'marks', 'deleted']);

/** The documents of a collection, by id. */
export type Documents = ReadonlyMap<string, DocumentData>;

export interface CollectionPlan {
  /** The document to write for each id. */
  readonly writes: ReadonlyMap<string, DocumentData>;
  readonly counts: {
    /** The number of documents in the backup that were deleted since. */
    readonly back: number;
    /** The number of documents that exist in both, with different values. */
    readonly changed: number;
    /** The number of documents that were created since the backup. */
    readonly deleted: number;
    readonly same: number;
  };
}

/**
 * Restores a collection to its state in the backup. Each written document gets the server's timestamp, because browsers read only
 * documents that are newer than their last contact. For the same reason, a removed document leaves a tombstone.
 */
export function planCollection(
  collection: LibraryCollection,
  backup: Documents,
  live: Documents,
  now: Date,
): CollectionPlan {
  const writes = new Map<string, DocumentData>();
  const counts = { back: 0, changed: 0, deleted: 0, same: 0 };
  for (const [id, wanted] of backup) {
    if (wanted['deleted'] === true) continue;
    const found = live.get(id);
    const isThere = found !== undefined && found['deleted'] !== true;
    if (isThere && isDeepStrictEqual(valuesOf(found), valuesOf(wanted))) counts.same += 1;
    else {
      counts[isThere ? 'changed' : 'back'] += 1;
      writes.set(id, { ...valuesOf(wanted), ...common(found, false) });
    }
  }
  const expire_at = Timestamp.fromMillis(now.getTime() + TOMBSTONE_DAYS * DAY_MS);
  for (const [id, found] of live) {
    const wanted = backup.get(id);
    if (found['deleted'] === true || (wanted !== undefined && wanted['deleted'] !== true)) continue;
    counts.deleted += 1;
    const key = Object.fromEntries(KEYS[collection].map((field) => [field, found[field]]));
    writes.set(id, { ...key, ...common(found, true), expire_at });
  }
  return { writes, counts };
}

/** The fields of every document. The marks stay, so that a late repeat of an earlier change has no effect. */
function common(found: DocumentData | undefined, deleted: boolean): DocumentData {
  const marks: unknown = found?.['marks'];
  return {
    deleted,
    updated_at: FieldValue.serverTimestamp(),
    ...(marks === undefined ? {} : { marks }),
  };
}

function valuesOf(document: DocumentData): DocumentData {
  return Object.fromEntries(Object.entries(document).filter(([field]) => !OWN_FIELDS.has(field)));
}

/** The highest counters, so that no id is assigned twice: neither one of the backup nor a later one. */
export function laterCounters(
  counters: readonly Partial<Counters>[],
  collections: Readonly<Record<LibraryCollection, readonly Documents[]>>,
): Pick<Counters, 'next_folder_id' | 'next_folder_link_id' | 'next_link_id'> {
  const next = (field: 'next_folder_id' | 'next_folder_link_id' | 'next_link_id', ids: Iterable<number>) => {
    let highest = 1;
    for (const stored of counters) highest = Math.max(highest, stored[field] ?? 1);
    for (const id of ids) highest = Math.max(highest, id + 1);
    return highest;
  };
  return {
    next_link_id: next('next_link_id', numbersIn(collections.links, 'link_id')),
    next_folder_id: next('next_folder_id', numbersIn(collections.folders, 'folder_id')),
    next_folder_link_id: next('next_folder_link_id', numbersIn(collections.folder_links, 'folder_link_id')),
  };
}

function* numbersIn(sources: readonly Documents[], field: string): Iterable<number> {
  for (const documents of sources) {
    for (const document of documents.values()) {
      const value: unknown = document[field];
      if (typeof value === 'number') yield value;
    }
  }
}
