import type { Usage } from '#firestore/api/service.ts';
import type { Write } from '#firestore/model/write.ts';

/** See https://firebase.google.com/docs/firestore/pricing */
const INDEX_ENTRIES_PER_READ = 1000;

/** A query without results costs one read. Skipped results cost the same as returned ones. */
export function queryReads(documents: number): number {
  return Math.max(1, documents);
}

export function aggregationReads(indexEntries: number): number {
  return Math.max(1, Math.ceil(indexEntries / INDEX_ENTRIES_PER_READ));
}

/** Writes that change nothing are billed too. A verify counts as a read. */
export function writesUsage(writes: readonly Write[]): Usage {
  let [reads, deletes] = [0, 0];
  for (const { kind } of writes) {
    if (kind === 'verify') reads += 1;
    if (kind === 'delete') deletes += 1;
  }
  return { reads, writes: writes.length - reads - deletes, deletes };
}
