import type { Delta, Gone, View } from '#firestore/listen/view.ts';
import type { Document } from '#firestore/model/document.ts';
import type { Store } from '#firestore/store/store.ts';
import type { Change } from '#firestore/model/write.ts';

/** Documents by their names. */
export function createDocumentsView(store: Store, names: readonly string[]): View {
  const wanted = new Set(names);
  const apply = (changes: Iterable<Change>): Delta => deltaOf(wanted, changes);
  const present = (): Document[] =>
    [...wanted].map((name) => store.read(name)).filter((document) => document !== null);
  return {
    places: [...wanted],
    mask: null,
    dependsOnContent: true,
    start() {
      const documents = present();
      const found = new Set(documents.map(({ name }) => name));
      return { documents, missing: [...wanted].filter((name) => !found.has(name)) };
    },
    resume: (_since, changes) => apply(changes),
    apply,
    count: () => present().length,
    permit: (authorizer, caller, time) =>
      authorizer.get(
        caller,
        [...wanted].map((name) => ({ name, document: store.read(name) })),
        time,
      ),
  };
}

function deltaOf(wanted: ReadonlySet<string>, changes: Iterable<Change>): Delta {
  const shown: Document[] = [];
  const gone: Gone[] = [];
  let added = 0;
  for (const { name, before, after } of changes) {
    if (!wanted.has(name)) continue;
    if (after !== null) shown.push(after);
    else gone.push({ name, document: null, changed: true });
    if (before === null) added += 1;
  }
  return { shown, gone, added };
}
