import type { ImportPart } from '@foldmark/contract/imports';

import { openImportStore } from '#web/sync/imports/import-store.ts';

import type { ImportPlan } from './file-calls.ts';

interface NewImport {
  readonly plan: ImportPlan;
  readonly skipped: number;
  readonly merged: number;
  readonly told: readonly string[];
  readonly parts: Iterable<ImportPart>;
}

/** Stores the parts of an import. The browser sends the import when all parts are stored. */
export async function storeImport({ plan, skipped, merged, told, parts }: NewImport): Promise<void> {
  const { uid, tagsAsFolders: _, ...start } = plan;
  const store = await openImportStore(uid);
  const counts = { parts: 0, links: 0, continued: 0, folders: 0, memberships: 0 };
  const rest = { skipped, merged, told, sentParts: 0, isStopping: false, failure: null };
  try {
    await store.put({ ...start, ...counts, ...rest, phase: 'storing' });
    for (const part of parts) {
      await store.putPart(plan.import_id, counts.parts, part);
      counts.parts += 1;
      counts.links += part.links.length;
      counts.folders += part.folders.length;
      for (const { folders, continues } of part.links) {
        counts.memberships += folders.length;
        if (continues === true) counts.continued += 1;
      }
    }
    await store.put({ ...start, ...counts, ...rest, phase: 'stored' });
  } catch (error) {
    await store.remove(plan.import_id).catch(() => undefined);
    throw error;
  } finally {
    store.close();
  }
}
