import type { Query } from '#firestore/query/query.ts';
import { childIds } from '#firestore/store/child-ids.ts';
import type { Document } from '#firestore/model/document.ts';
import { compareNames } from '#firestore/model/name-order.ts';
import { lastSegment } from '#firestore/model/names.ts';
import type { DocumentSets } from '#firestore/store/store.ts';

export interface Listed {
  readonly name: string;
  /** Null for a document that does not exist but has collections with documents below it. */
  readonly document: Document | null;
}

/** The documents of a collection and, in between, the names of missing ones that have something below them. */
export function listedWithMissing(
  sets: DocumentSets,
  { database, parent, collectionId }: Query,
  found: readonly Document[],
  after: string | null,
  limit: number,
): Listed[] {
  const collection = `${parent}/${collectionId ?? ''}`;
  const listed: Listed[] = found.map((document) => ({ name: document.name, document }));
  const paths = sets.collectionPaths(database);
  if (paths === null) return listed;
  const known = new Set(found.map(({ name }) => name));
  const isAlive = (path: string): boolean => (sets.collection(path)?.live ?? 0) > 0;
  let missing = 0;
  for (const id of childIds(paths, collection, isAlive, after === null ? null : lastSegment(after))) {
    const name = `${collection}/${id}`;
    if (!known.has(name)) {
      // A document may exist and yet not be known: the list of those found is cut off at the limit.
      const isBeyond = found.length === limit && compareNames(name, found.at(-1)?.name ?? '') > 0;
      if (isBeyond || missing === limit) break;
      listed.push({ name, document: null });
      missing += 1;
    }
  }
  return listed.sort((a, b) => compareNames(a.name, b.name)).slice(0, limit);
}
