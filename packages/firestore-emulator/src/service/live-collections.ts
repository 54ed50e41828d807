import type { Timestamp } from '#firestore/model/value.ts';
import type { DocumentSets } from '#firestore/store/store.ts';

/** Returns a function that tells whether a collection has documents, now or at a time in the past. */
export function hasDocumentsAt(sets: DocumentSets, at: Timestamp | undefined): (path: string) => boolean {
  return (path) => {
    const set = sets.collection(path);
    if (set === null || at === undefined) return (set?.live ?? 0) > 0;
    for (const entry of set.entries.ascending()) if (entry.at(at) !== null) return true;
    return false;
  };
}
