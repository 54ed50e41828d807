import { collectionPath, snapshotsPath } from '@foldmark/contract/firestore-paths';
import { LIBRARY_COLLECTIONS, type LibraryCollection } from '@foldmark/library/entities/collections';
import { chunkOf, mergeChunk, readChunk } from '@foldmark/contract/library-chunks';
import { type DocumentVersion, type Micros, microsOfTimestamp } from '@foldmark/library/entities/records';
import { BrokenRows } from '@foldmark/contract/library-rows';
import { SNAPSHOT_MIN_LINKS } from '@foldmark/contract/limits';
import { overlapStart } from '@foldmark/contract/overlap';
import { READ_DOCUMENT } from '@foldmark/contract/read-document';
import { BrokenSnapshot, decodeSnapshot, type LibraryChunk } from '@foldmark/contract/snapshot';
import { joinSnapshot } from '@foldmark/contract/snapshot-parts';
import { type Firestore, type Query, Timestamp, type Transaction } from 'firebase-admin/firestore';

import type { LibraryState } from '#functions/store/snapshots/snapshots.ts';

/** The documents per page. A page takes some 10 MB of memory. */
const PAGE = 5000;
/** Later than every tombstone, so that a merged chunk has none. */
const END_OF_TIME: Micros = Number.MAX_SAFE_INTEGER;

/** A stored snapshot whose rows are all readable. */
export interface StoredSnapshot {
  readonly at: Micros;
  readonly chunks: readonly LibraryChunk[];
  /** The timestamp of each collection after which the newer documents are read. */
  readonly starts: ReadonlyMap<LibraryCollection, Micros>;
}

interface Deps {
  readonly firestore: Firestore;
  readonly uid: string;
  readonly onUnusable: (cause: unknown) => void;
}

/** Reads the library at one timestamp (see `Snapshots`). */
export async function readLibrary({ firestore, uid, onUnusable }: Deps): Promise<LibraryState | null> {
  const stored = await firestore.collection(snapshotsPath(uid)).get();
  const { readTime } = stored;
  const at = microsOfTimestamp(readTime);
  const base = await storedSnapshot(
    stored.docs.map((document): unknown => document.data()),
    at,
    onUnusable,
  );
  return firestore.runTransaction(
    async (transaction) => {
      if (base === null && !(await hasEnoughLinks(firestore, uid, transaction))) return null;
      const chunks: LibraryChunk[] = [];
      let documents = 0;
      for (const collection of LIBRARY_COLLECTIONS) {
        const all = firestore.collection(collectionPath(uid, collection));
        const query =
          base === null
            ? all.where('deleted', '==', false)
            : all
                .where('updated_at', '>', timestampOf(base.starts.get(collection) ?? 0))
                .orderBy('updated_at');
        const changes = await readAll(transaction, query, collection);
        documents += changes.length;
        chunks.push(...merged(collection, base?.chunks ?? [], changes));
      }
      return { at, chunks, documents, hasBase: base !== null };
    },
    // All queries see the same timestamp, so the library is consistent while it changes.
    { readOnly: true, readTime },
  );
}

export async function hasEnoughLinks(
  firestore: Firestore,
  uid: string,
  transaction?: Transaction,
): Promise<boolean> {
  const live = firestore.collection(collectionPath(uid, 'links')).where('deleted', '==', false);
  const query = live.limit(SNAPSHOT_MIN_LINKS).count();
  const counted = await (transaction === undefined ? query.get() : transaction.get(query));
  return counted.data().count >= SNAPSHOT_MIN_LINKS;
}

/** Decodes the documents of a snapshot. Null if there are none, or if they can't be used. */
export async function storedSnapshot(
  documents: readonly unknown[],
  now: Micros,
  onUnusable: Deps['onUnusable'],
): Promise<StoredSnapshot | null> {
  try {
    const joined = joinSnapshot(documents, now);
    if (joined === null) return null;
    const chunks = await decodeSnapshot(joined.bytes);
    const starts = new Map<LibraryCollection, Micros>();
    for (const collection of LIBRARY_COLLECTIONS) {
      const own = chunks.filter((chunk) => chunk.collection === collection);
      // Reads all rows, because a damaged row would be copied into every later snapshot.
      const rows = own.flatMap(({ text }) => readChunk(collection, text));
      starts.set(
        collection,
        overlapStart(
          rows.map((row) => row.at),
          joined.at,
        ),
      );
    }
    return { at: joined.at, chunks, starts };
  } catch (cause) {
    if (!(cause instanceof BrokenSnapshot || cause instanceof BrokenRows)) throw cause;
    onUnusable(cause);
    return null;
  }
}

async function readAll<C extends LibraryCollection>(
  transaction: Transaction,
  query: Query,
  collection: C,
): Promise<DocumentVersion<C>[]> {
  const changes: DocumentVersion<C>[] = [];
  for (let page = query.limit(PAGE); ;) {
    const { docs } = await transaction.get(page);
    for (const document of docs) changes.push(READ_DOCUMENT[collection](document.id, document.data()));
    const last = docs.at(-1);
    if (last === undefined || docs.length < PAGE) return changes;
    page = query.limit(PAGE).startAfter(last);
  }
}

/** The chunks of a collection, with the changes and without tombstones. */
function merged<C extends LibraryCollection>(
  collection: C,
  base: readonly LibraryChunk[],
  changes: readonly DocumentVersion<C>[],
): LibraryChunk[] {
  const texts = new Map<number, string>();
  for (const chunk of base) if (chunk.collection === collection) texts.set(chunk.number, chunk.text);
  const changed = new Map<number, DocumentVersion<C>[]>();
  for (const change of changes) {
    const number = chunkOf(change.id);
    const others = changed.get(number);
    if (others === undefined) changed.set(number, [change]);
    else others.push(change);
  }
  for (const [number, some] of changed) {
    texts.set(number, mergeChunk(collection, texts.get(number), some, END_OF_TIME));
  }
  return [...texts]
    .filter(([, text]) => text !== '[]')
    .sort(([left], [right]) => left - right)
    .map(([number, text]) => ({ collection, number, text }));
}

export function timestampOf(at: Micros): Timestamp {
  return new Timestamp(Math.floor(at / 1_000_000), (at % 1_000_000) * 1000);
}
