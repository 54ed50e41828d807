import { ROOT_FOLDER_ID } from '#library/entities/limits.ts';

import { foldName } from './fold-name.ts';
import type { FolderTree } from './folder-tree.ts';
import type { Key } from './keys.ts';

/** A text such as `Work/Projects/New`, where Work and Projects exist. */
export interface FolderPath {
  readonly parent: Key;
  /** The names below the parent. The last one is empty after a slash, otherwise a name or the start of one. */
  readonly names: readonly [string, ...string[]];
}

/**
 * Reads a text as the path of a folder, from the root or from any listed folder. A leading slash is the root. Names can contain
 * slashes too, so the longest matching name wins. Null without a slash, or if no folder has the first name.
 */
export function folderPathOf(
  tree: FolderTree,
  text: string,
  isListed: (folder: Key) => boolean,
): FolderPath | null {
  const segments = segmentsOf(text);
  const last = segments.pop();
  if (last === undefined || !text.includes('/')) return null;
  const isAbsolute = segments[0] === '';
  let names = segments.filter((name) => name !== '');
  let parent: Key = ROOT_FOLDER_ID;
  for (let isFirst = true; names.length > 0; isFirst = false) {
    const below = tree.children(parent).filter(isListed);
    const found =
      longestMatch(tree, below, names) ??
      (isFirst && !isAbsolute ? longestMatch(tree, tree.visible.filter(isListed), names) : null);
    if (found === null) break;
    parent = found;
    names = names.slice(segmentsOf(tree.name(found)).length);
  }
  if (parent === ROOT_FOLDER_ID && !(isAbsolute && names.length === 0)) return null;
  const [first, ...others] = names;
  return { parent, names: first === undefined ? [last] : [first, ...others, ...(last === '' ? [] : [last])] };
}

/** The folder whose name covers most of the first segments. */
function longestMatch(tree: FolderTree, folders: readonly Key[], segments: readonly string[]): Key | null {
  let best: Key | null = null;
  let length = 0;
  for (const folder of folders) {
    const name = segmentsOf(tree.foldedName(folder));
    if (name.length > length && name.every((segment, index) => segment === foldName(segments[index] ?? ''))) {
      best = folder;
      length = name.length;
    }
  }
  return best;
}

function segmentsOf(path: string): string[] {
  return path.split('/').map((segment) => segment.trim());
}

/** Whether a folder in the parent has this name, ignoring the case. */
export function isNameTaken(tree: FolderTree, parent: Key, name: string): boolean {
  const lower = name.toLowerCase();
  return tree.children(parent).some((folder) => tree.name(folder).toLowerCase() === lower);
}
