import type { CopyPage } from '@foldmark/contract/client/library-copy';
import { chunkOf, mergeChunk, readChunk } from '@foldmark/contract/library-chunks';
import { LIBRARY_COLLECTIONS, type LibraryCollection } from '@foldmark/library/entities/collections';
import type { DocumentVersion, LinkRecord, Records } from '@foldmark/library/entities/records';

import { putDone, readDone, readGestures } from '#extension/copy/gesture.ts';
import {
  chunkKey,
  deleteGeneration,
  indexKey,
  readCopy,
  type StoredCopy,
  writeCopy,
} from '#extension/copy/stored-copy.ts';
import { EMPTY_INDEX, isIndex, updatedIndex, urlHash } from '#extension/copy/url-index.ts';
import type { WriteRecords } from '#extension/platform/store.ts';

const MICROS_PER_MS = 1000;
const DAY_MS = 86_400_000;
/** An action of a long time ago is undone in the history of the app. */
const UNDOABLE_MS = DAY_MS;

export interface PageOptions {
  readonly account: string;
  /** The actions that the server had answered before this round began. */
  readonly settles: readonly string[];
  readonly now: number;
}

/** Stores a page with its cursor. Returns null if the copy has become that of another account. */
export async function storePage(
  records: WriteRecords,
  page: CopyPage,
  { account, settles, now }: PageOptions,
): Promise<StoredCopy | null> {
  const before = await readCopy(records, account);
  if (before === null) return null;
  const round = before.isOpen ? before : { ...before, settles };
  const began = page.isRestart ? restarted(records, round) : round;
  const generation = began.incoming ?? began.current;
  if (generation === null) throw new Error('The server began in the middle of the library.');
  const urls = await mergePage(records, generation, 'links', page, now);
  for (const collection of LIBRARY_COLLECTIONS)
    if (collection !== 'links') await mergePage(records, generation, collection, page, now);
  await indexLinks(records, generation, urls);
  const stored = { ...began, since: page.since, isOpen: !page.isLast };
  const after = page.isLast ? await completed(records, stored, now) : stored;
  writeCopy(records, after);
  return after;
}

function restarted(records: WriteRecords, copy: StoredCopy): StoredCopy {
  if (copy.incoming !== null) deleteGeneration(records, copy.incoming);
  return { ...copy, incoming: Math.max(copy.current ?? 0, copy.incoming ?? 0) + 1 };
}

/** Returns the records of the page's documents as the copy has them now: it may have had newer ones. Null if deleted. */
async function mergePage<C extends LibraryCollection>(
  records: WriteRecords,
  generation: number,
  collection: C,
  { versions }: CopyPage,
  now: number,
): Promise<ReadonlyMap<string, Records[C] | null>> {
  const merged = new Map<string, Records[C] | null>();
  const all: readonly DocumentVersion<C>[] = [...versions[collection].values()];
  for (const [chunk, group] of Map.groupBy(all, ({ id }) => chunkOf(id))) {
    const key = chunkKey(generation, collection, chunk);
    const stored = await records.get(key);
    const known = typeof stored === 'string' ? stored : undefined;
    const text = mergeChunk(collection, known, group, now * MICROS_PER_MS);
    records.put(key, text);
    for (const { id, record } of group) merged.set(id, known === undefined ? record : null);
    if (known === undefined) continue;
    for (const { id, record } of readChunk(collection, text)) if (merged.has(id)) merged.set(id, record);
  }
  return merged;
}

async function indexLinks(
  records: WriteRecords,
  generation: number,
  links: ReadonlyMap<string, LinkRecord | null>,
): Promise<void> {
  if (links.size === 0) return;
  const stored = await records.get(indexKey(generation));
  const changed = new Map<number, number | null>();
  for (const [id, link] of links) changed.set(Number(id), link && urlHash(link.url));
  records.put(indexKey(generation), updatedIndex(isIndex(stored) ? stored : EMPTY_INDEX, changed));
}

/** The copy has all that the server had when the round began: also what it had answered before. */
async function completed(records: WriteRecords, copy: StoredCopy, now: number): Promise<StoredCopy> {
  const settled = new Set(copy.settles);
  for (const stored of await readGestures(records))
    if (stored.gesture.state === 'answered' && settled.has(stored.gesture.action_id))
      putDone(records, stored, now);
  for (const { key, gesture } of await readDone(records))
    if (now - (gesture.doneAt ?? 0) > UNDOABLE_MS) records.delete(key);
  if (copy.incoming !== null && copy.current !== null) deleteGeneration(records, copy.current);
  return {
    ...copy,
    current: copy.incoming ?? copy.current,
    incoming: null,
    settles: [],
    pulledAt: now,
  };
}
