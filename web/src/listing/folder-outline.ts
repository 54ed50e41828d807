import { ROOT_FOLDER_ID } from '@foldmark/contract/limits';

import { filterTree } from '#web/sync/library/filtered-tree.ts';
import type { FolderTree } from '#web/sync/library/folder-tree.ts';
import type { Key } from '#web/sync/library/keys.ts';

export interface OutlineEntry {
  readonly folder: Key;
  /** 0 for a folder in the root. */
  readonly depth: number;
}

/** The visible folders, depth first. With a search text, only the matching folders and their parents. */
export function folderOutline(tree: FolderTree, text: string): readonly OutlineEntry[] {
  const { children } = filterTree(tree, text);
  const entries: OutlineEntry[] = [];
  const add = (parent: Key, depth: number): void => {
    for (const folder of children(parent)) {
      entries.push({ folder, depth });
      add(folder, depth + 1);
    }
  };
  add(ROOT_FOLDER_ID, 0);
  return entries;
}
