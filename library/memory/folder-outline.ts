import { ROOT_FOLDER_ID } from '#library/entities/limits.ts';

import { foldName } from './fold-name.ts';
import type { FolderTree } from './folder-tree.ts';
import type { Key } from './keys.ts';

import type { FolderPath } from './folder-path.ts';

export interface OutlineEntry {
  readonly folder: Key;
  /** 1 for a folder in the root. */
  readonly level: number;
  /** The position among its siblings, from 1, and the number of siblings including itself. */
  readonly position: number;
  readonly siblings: number;
}

/** The visible folders, depth first. A folder that is not accepted hides the folders below it. */
export function folderOutline(
  tree: FolderTree,
  accepts: (folder: Key) => boolean = () => true,
): readonly OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  const entriesIn = (parent: Key, level: number): readonly OutlineEntry[] =>
    entriesOf(
      tree.children(parent).filter((folder) => accepts(folder)),
      level,
    );
  // Uses a stack instead of recursion, because folders can be nested too deeply for calls.
  const open = entriesIn(ROOT_FOLDER_ID, 1).toReversed();
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    entries.push(entry);
    open.push(...entriesIn(entry.folder, entry.level + 1).toReversed());
  }
  return entries;
}

/**
 * The folders whose name contains the text or whose path begins with it, the best match first: the whole name, then its start,
 * then the start of another word. Equal matches are sorted by name.
 */
export function matchingFolders(
  tree: FolderTree,
  text: string,
  isListed: (folder: Key) => boolean,
  path: FolderPath | null = null,
): readonly OutlineEntry[] {
  const needle = foldName(text);
  const ranks: readonly Key[][] = [[], [], [], []];
  for (const folder of tree.visible) {
    if (!isListed(folder)) continue;
    const name = tree.foldedName(folder);
    const ofPath = path !== null && isIn(tree, folder, path) ? rankOf(name, foldName(path.names[0])) : -1;
    ranks[ofPath === -1 ? rankOf(name, needle) : ofPath]?.push(folder);
  }
  return entriesOf(ranks.flat(), 1);
}

/** How well a name matches: from 0 for the whole name to 3. -1 if it does not contain the text. */
function rankOf(name: string, text: string): number {
  if (!name.includes(text)) return -1;
  if (name === text) return 0;
  if (name.startsWith(text)) return 1;
  for (let at = name.indexOf(text); at !== -1; at = name.indexOf(text, at + 1))
    if (!LETTER.test(name.charAt(at - 1))) return 2;
  return 3;
}

const LETTER = /[\p{L}\p{N}\p{M}]/u;

/** Whether the folder is in the parent of the path, and the path has only one more name. */
function isIn(tree: FolderTree, folder: Key, { parent, names }: FolderPath): boolean {
  return names.length === 1 && tree.parent(folder) === parent;
}

function entriesOf(folders: readonly Key[], level: number): readonly OutlineEntry[] {
  return folders.map((folder, index) => ({ folder, level, position: index + 1, siblings: folders.length }));
}

/** The names from the root down to the folder. */
export function pathText(tree: FolderTree, folder: Key): string {
  return tree
    .path(folder)
    .map((above) => tree.name(above))
    .join(' / ');
}
