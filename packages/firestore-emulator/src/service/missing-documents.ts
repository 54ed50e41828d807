import type { Query } from '#firestore/query/query.ts';
import { childIds } from '#firestore/store/child-ids.ts';
import type { Document } from '#firestore/model/document.ts';
import { compareNames } from '#firestore/model/name-order.ts';
import { lastSegment } from '#firestore/model/names.ts';
import type { Timestamp } from '#firestore/model/value.ts';
import { hasDocumentsAt } from '#firestore/service/live-collections.ts';
import type { DocumentSets } from '#firestore/store/store.ts';

export interface ListedDocument {
  readonly name: string;
  /** Null for a document that does not exist but has collections with documents below it. */
  readonly document: Document | null;
}

/** Adds the names of missing documents that have documents below them, in the order of names. */
export function mergeMissingDocuments(
  sets: DocumentSets,
  { database, parent, collectionId }: Query,
  found: readonly Document[],
  after: string | null,
  limit: number,
  at?: Timestamp,
): ListedDocument[] {
  const collection = `${parent}/${collectionId ?? ''}`;
  const listed: ListedDocument[] = found.map((document) => ({ name: document.name, document }));
  const paths = sets.collectionPaths(database);
  if (paths === null) return listed;
  const existing = new Set(found.map(({ name }) => name));
  const isAlive = hasDocumentsAt(sets, at);
  let missing = 0;
  for (const id of childIds(paths, collection, isAlive, after === null ? null : lastSegment(after))) {
    const name = `${collection}/${id}`;
    if (!existing.has(name)) {
      // `found` ends at the limit, so a document beyond its last name may exist.
      const isBeyond = found.length === limit && compareNames(name, found.at(-1)?.name ?? '') > 0;
      if (isBeyond || missing === limit) break;
      listed.push({ name, document: null });
      missing += 1;
    }
  }
  return listed.sort((a, b) => compareNames(a.name, b.name)).slice(0, limit);
}
