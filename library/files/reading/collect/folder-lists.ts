import { IMPORT_FOLDERS_MAX_DEPTH } from '#library/entities/limits.ts';

import { TOP } from '#library/files/library-file.ts';
import type { Collector, FolderMarks } from './collector.ts';

/** A folder in a flat list, which names its parent by id. A parent can come after its children. */
export interface ListedFolder extends FolderMarks {
  readonly id: string;
  readonly parent: string | null;
  /** Null for a folder that isn't created. Its children belong to its parent. */
  readonly name: string | null;
}

/** Creates the folders, and returns their positions by id. A cycle of parents is cut where the list enters it. */
export function collectFolders(
  listed: readonly ListedFolder[],
  collector: Collector,
): ReadonlyMap<string, number> {
  const byId = new Map(listed.map((folder) => [folder.id, folder]));
  const positions = new Map<string, number>();
  for (const { id } of byId.values()) {
    const open: ListedFolder[] = [];
    const onPath = new Set<string>();
    let next = byId.get(id);
    while (next !== undefined && !positions.has(next.id) && !onPath.has(next.id)) {
      open.push(next);
      onPath.add(next.id);
      next = next.parent === null ? undefined : byId.get(next.parent);
    }
    for (const folder of open.toReversed()) {
      const parent = folder.parent === null ? TOP : (positions.get(folder.parent) ?? TOP);
      positions.set(folder.id, folder.name === null ? parent : collector.folder(parent, folder.name, folder));
    }
  }
  return positions;
}

/** Creates a folder for each name, each inside the previous one. Returns the last folder. */
export function collectPath(names: readonly string[], collector: Collector): number {
  let folder = TOP;
  // Goes one level beyond the limit, so that the collector tells that deeper folders become part of the deepest one.
  for (const name of names.slice(0, IMPORT_FOLDERS_MAX_DEPTH + 1)) folder = collector.folder(folder, name);
  return folder;
}

/** The positions of the known ids. */
export function positionsOf(
  ids: readonly (string | null)[],
  positions: ReadonlyMap<string, number>,
): number[] {
  return ids.flatMap((id) => positions.get(id ?? '') ?? []);
}
