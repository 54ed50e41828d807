import { ROOT_FOLDER_ID } from '@foldmark/library/entities/limits';

import { foldName } from '@foldmark/library/memory/fold-name';
import { filterTree } from '@foldmark/library/memory/filtered-tree';
import type { FolderTree } from '@foldmark/library/memory/folder-tree';
import type { Key } from '@foldmark/library/memory/keys';

import type { FolderPath } from './folder-path.ts';

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
  /** The folders whose name contains the text, or whose path begins with it. Null without a text. */
  readonly matches: ReadonlySet<Key> | null;
}

export function folderOutline(
  tree: FolderTree,
  text: string,
  accepts: (folder: Key) => boolean = () => true,
  path: FolderPath | null = null,
): Outline {
  const { matches, children } = filterTree(tree, text, (folder) => path !== null && isAt(tree, folder, path));
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
  // Uses a stack instead of recursion, because folders can be nested too deeply for calls.
  const open = entriesIn(ROOT_FOLDER_ID, 1).toReversed();
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    entries.push(entry);
    open.push(...entriesIn(entry.folder, entry.level + 1).toReversed());
  }
  return { entries, matches: matches === null ? null : new Set(matches) };
}

/** Whether the folder is in the parent of the path, and its name contains the last name of the path. */
function isAt(tree: FolderTree, folder: Key, { parent, names: [name, ...others] }: FolderPath): boolean {
  return (
    others.length === 0 && tree.parent(folder) === parent && tree.foldedName(folder).includes(foldName(name))
  );
}

/** The names from the root down to the folder. */
export function pathText(tree: FolderTree, folder: Key): string {
  return tree
    .path(folder)
    .map((above) => tree.name(above))
    .join(' / ');
}
