import { ROOT_FOLDER_ID } from '@foldmark/contract/limits';

import { filterTree } from '#web/sync/library/filtered-tree.ts';
import type { FolderTree } from '#web/sync/library/folder-tree.ts';
import type { Key } from '#web/sync/library/keys.ts';

export interface OutlineEntry {
  readonly folder: Key;
  /** 1 for a folder in the root. */
  readonly level: number;
  /** The position among its siblings, from 1, and the number of siblings including itself. */
  readonly position: number;
  readonly siblings: number;
}

export interface Outline {
  /** The visible folders, depth first. With a search text, only the matching folders and their ancestors. */
  readonly entries: readonly OutlineEntry[];
  /** The folders whose name contains the text. Null without a text. */
  readonly matches: ReadonlySet<Key> | null;
}

export function folderOutline(
  tree: FolderTree,
  text: string,
  accepts: (folder: Key) => boolean = () => true,
): Outline {
  const { matches, children } = filterTree(tree, text);
  const entries: OutlineEntry[] = [];
  const entriesIn = (parent: Key, level: number): OutlineEntry[] => {
    const folders = children(parent).filter((folder) => accepts(folder));
    return folders.map((folder, index) => ({
      folder,
      level,
      position: index + 1,
      siblings: folders.length,
    }));
  };
  // A stack, because folders can be nested deeper than calls.
  const open = entriesIn(ROOT_FOLDER_ID, 1).toReversed();
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    entries.push(entry);
    open.push(...entriesIn(entry.folder, entry.level + 1).toReversed());
  }
  return { entries, matches: matches === null ? null : new Set(matches) };
}

/** Whether a folder in the root has this name, ignoring the case. */
export function isNameInRoot(tree: FolderTree, name: string): boolean {
  const lower = name.toLowerCase();
  return tree.children(ROOT_FOLDER_ID).some((folder) => tree.name(folder).toLowerCase() === lower);
}

/** The names from the root down to the folder. */
export function pathText(tree: FolderTree, folder: Key): string {
  return tree
    .path(folder)
    .map((above) => tree.name(above))
    .join(' / ');
}
