import type { Thresholds } from '#firestore/query/plan.ts';
import { planQuery } from '#firestore/query/plan.ts';
import type { Query, Scope } from '#firestore/query/query.ts';
import { compare, inScope, matchesFields } from '#firestore/query/query.ts';
import type { Document } from '#firestore/model/document.ts';
import type { DocumentSet } from '#firestore/store/document-set.ts';
import type { Store } from '#firestore/store/store.ts';
import type { Timestamp } from '#firestore/model/value.ts';

const THRESHOLDS: Thresholds = { indexFrom: 64, few: 32 };

export interface QueryResults {
  /** In query order, with all fields. */
  readonly documents: Document[];
  /** The number of documents that the offset skipped. It is smaller than the offset if the query finds fewer. */
  readonly skipped: number;
}

/** Reads the past if `at` is given. */
export function runQuery(
  store: Pick<Store, 'sets'>,
  query: Query,
  at?: Timestamp,
  thresholds = THRESHOLDS,
): Document[] {
  return findResults(store, query, at, thresholds).documents;
}

/** As runQuery, for a caller that bills the skipped documents too. */
export function findResults(
  store: Pick<Store, 'sets'>,
  query: Query,
  at?: Timestamp,
  thresholds = THRESHOLDS,
): QueryResults {
  const set = setOf(store, query);
  if (set === null || query.limit === 0) return { documents: [], skipped: 0 };
  const present = store.sets.isPresent(query.database, at);
  const source = planQuery(query, set, present, thresholds);
  const end = query.limit === null ? Infinity : query.offset + query.limit;
  const scoped = isExact(query);
  const found: Document[] = [];
  for (const entry of source.entries()) {
    const document = present || at === undefined ? entry.document : entry.at(at);
    if (document === null || !(scoped || inScope(query, document.name))) continue;
    if (!matchesFields(query, document)) continue;
    found.push(document);
    if (source.ordered && found.length >= end) break;
  }
  if (!source.ordered) found.sort((a, b) => compare(query, a, b));
  const isAll = query.offset === 0 && found.length <= end;
  return {
    documents: isAll ? found : found.slice(query.offset, end),
    skipped: Math.min(query.offset, found.length),
  };
}

/** Whether every document of the set is in the scope of the query. */
function isExact({ collectionId, allDescendants }: Scope): boolean {
  return collectionId !== null && !allDescendants;
}

function setOf(store: Pick<Store, 'sets'>, scope: Scope): DocumentSet | null {
  const { database, parent, collectionId, allDescendants } = scope;
  if (collectionId === null) return store.sets.everything(database);
  return allDescendants
    ? store.sets.collectionGroup(database, collectionId)
    : store.sets.collection(`${parent}/${collectionId}`);
}
