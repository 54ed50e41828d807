import type { Usage } from '#firestore/api/service.ts';
import type { Write } from '#firestore/model/write.ts';

/** What things cost in documents. https://firebase.google.com/docs/firestore/pricing */
const INDEX_ENTRIES_PER_READ = 1000;

/** A query costs a read even where it finds nothing, and skipped results cost like returned ones. */
export function queryReads(documents: number): number {
  return Math.max(1, documents);
}

export function aggregationReads(indexEntries: number): number {
  return Math.max(1, Math.ceil(indexEntries / INDEX_ENTRIES_PER_READ));
}

/** Writes that change nothing cost too. To verify a document is to read it. */
export function writesUsage(writes: readonly Write[]): Usage {
  let [reads, deletes] = [0, 0];
  for (const { kind } of writes) {
    if (kind === 'verify') reads += 1;
    if (kind === 'delete') deletes += 1;
  }
  return { reads, writes: writes.length - reads - deletes, deletes };
}
