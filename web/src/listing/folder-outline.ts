import { ROOT_FOLDER_ID } from '@foldmark/contract/limits';

import { filterTree } from '#web/sync/library/filtered-tree.ts';
import type { FolderTree } from '#web/sync/library/folder-tree.ts';
import type { Key } from '#web/sync/library/keys.ts';

export interface OutlineEntry {
  readonly folder: Key;
  /** 0 at the top. */
  readonly depth: number;
}

/** The visible folders as a list that reads like a tree; with a text, those that match it and what leads to them. */
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
