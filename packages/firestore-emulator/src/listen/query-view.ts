import { matches, type Query } from '#firestore/query/query.ts';
import { runQuery } from '#firestore/query/run-query.ts';
import type { Delta, Gone, View } from '#firestore/listen/view.ts';
import type { Document } from '#firestore/model/document.ts';
import { rootOf } from '#firestore/model/names.ts';
import type { Store } from '#firestore/store/store.ts';
import type { Change } from '#firestore/model/write.ts';

/** A query without a limit: each document is in or out by itself, so nothing needs to be remembered. */
export function createQueryView(store: Store, query: Query): View {
  const apply = (changes: Iterable<Change>): Delta => deltaOf(query, changes);
  return {
    places: placesOf(query),
    mask: query.select,
    dependsOnContent: false,
    start: () => ({ documents: runQuery(store, query), missing: [] }),
    resume: (_since, changes) => apply(changes),
    apply,
    count: () => runQuery(store, query).length,
    permit: (authorizer, caller, time) => authorizer.list(caller, query, time),
  };
}

function deltaOf(query: Query, changes: Iterable<Change>): Delta {
  const shown: Document[] = [];
  const gone: Gone[] = [];
  let added = 0;
  for (const { name, before, after } of changes) {
    const was = before !== null && matches(query, before);
    if (after !== null && matches(query, after)) {
      shown.push(after);
      if (!was) added += 1;
    } else if (was) gone.push({ name, document: after, changed: true });
  }
  return { shown, gone, added };
}

/** Where a query's documents are; see TargetIndex. */
export function placesOf({ database, parent, collectionId, allDescendants }: Query): readonly string[] {
  if (collectionId === null) return [rootOf(database)];
  return [allDescendants ? groupOf(database, collectionId) : `${parent}/${collectionId}`];
}

/** No path of a collection contains an empty segment. */
export function groupOf(database: string, collectionId: string): string {
  return `${database}//${collectionId}`;
}
