import type { Folder } from '@foldmark/library/entities/entities';
import type { ImportFolder } from '@foldmark/contract/imports';

import { statusOf } from '#functions/imports/status.ts';

/** The `parent` of a folder at the top, which goes into the target folder of the import. */
export const TOP = -1;

/**
 * Matches the folders of an import with those of the library by parent, name and status. Matches each folder of the library at
 * most once. Returns null for a folder to create.
 */
export function matchFolders(
  folders: readonly ImportFolder[],
  existing: readonly Folder[],
  target: number,
): (number | null)[] {
  const byPlace = new Map<string, number[]>();
  for (const { folder_id, parent_folder_id, status_id, name } of existing.toSorted(byDescendingId)) {
    const key = keyOf(parent_folder_id, status_id, name);
    const found = byPlace.get(key);
    if (found === undefined) byPlace.set(key, [folder_id]);
    else found.push(folder_id);
  }
  const ids: (number | null)[] = [];
  for (const folder of folders) {
    const parent = folder.parent === TOP ? target : (ids[folder.parent] ?? null);
    const key = parent === null ? null : keyOf(parent, statusOf(folder), folder.name);
    ids.push(key === null ? null : (byPlace.get(key)?.pop() ?? null));
  }
  return ids;
}

function byDescendingId(a: Folder, b: Folder): number {
  return b.folder_id - a.folder_id;
}

function keyOf(parent: number, status: number, name: string): string {
  return `${parent} ${status} ${name}`;
}
