import { matches, type Query } from '#firestore/query/query.ts';
import { runQuery } from '#firestore/query/run-query.ts';
import type { Delta, RemovedDocument, View } from '#firestore/listen/view.ts';
import type { Document } from '#firestore/model/document.ts';
import { rootOf } from '#firestore/model/names.ts';
import type { Store } from '#firestore/store/store.ts';
import type { Change } from '#firestore/model/write.ts';

/** A view of a query without a limit. Whether a document matches depends on no other, so the view keeps no state. */
export function createQueryView(store: Store, query: Query): View {
  const apply = (changes: Iterable<Change>): Delta => deltaOf(query, changes);
  return {
    watchedPaths: watchedPathsOf(query),
    mask: query.select,
    query,
    dependsOnContent: false,
    start: () => ({ documents: runQuery(store, query), missing: [] }),
    resume: (_since, changes) => apply(changes),
    apply,
    count: () => runQuery(store, query).length,
    authorize: (authorizer, caller, time) => authorizer.list(caller, query, time),
  };
}

function deltaOf(query: Query, changes: Iterable<Change>): Delta {
  const updated: Document[] = [];
  const removed: RemovedDocument[] = [];
  let added = 0;
  for (const { name, before, after } of changes) {
    const matchedBefore = before !== null && matches(query, before);
    if (after !== null && matches(query, after)) {
      updated.push(after);
      if (!matchedBefore) added += 1;
    } else if (matchedBefore) removed.push({ name, document: after, changed: true });
  }
  return { updated, removed, added };
}

/** The paths under which TargetIndex finds the query. */
export function watchedPathsOf({ database, parent, collectionId, allDescendants }: Query): readonly string[] {
  if (collectionId === null) return [rootOf(database)];
  return [allDescendants ? groupOf(database, collectionId) : `${parent}/${collectionId}`];
}

/** The empty segment distinguishes it from the path of a collection. */
export function groupOf(database: string, collectionId: string): string {
  return `${database}//${collectionId}`;
}
