import type { Delta, RemovedDocument, View } from '#firestore/listen/view.ts';
import type { Document } from '#firestore/model/document.ts';
import type { Store } from '#firestore/store/store.ts';
import type { Change } from '#firestore/model/write.ts';

/** A view of documents by their names. */
export function createDocumentsView(store: Store, names: readonly string[]): View {
  const requested = new Set(names);
  const apply = (changes: Iterable<Change>): Delta => deltaOf(requested, changes);
  const present = (): Document[] =>
    [...requested].map((name) => store.read(name)).filter((document) => document !== null);
  return {
    watchedPaths: [...requested],
    mask: null,
    query: null,
    dependsOnContent: true,
    start() {
      const documents = present();
      const found = new Set(documents.map(({ name }) => name));
      return { documents, missing: [...requested].filter((name) => !found.has(name)) };
    },
    resume: (_since, changes) => apply(changes),
    apply,
    count: () => present().length,
    authorize: (authorizer, caller, time) =>
      authorizer.get(
        caller,
        [...requested].map((name) => ({ name, document: store.read(name) })),
        time,
      ),
  };
}

function deltaOf(requested: ReadonlySet<string>, changes: Iterable<Change>): Delta {
  const updated: Document[] = [];
  const removed: RemovedDocument[] = [];
  let added = 0;
  for (const { name, before, after } of changes) {
    if (!requested.has(name)) continue;
    if (after !== null) updated.push(after);
    else removed.push({ name, document: null, changed: true });
    if (before === null) added += 1;
  }
  return { updated, removed, added };
}
