import { ROOT_FOLDER_ID } from '#library/entities/limits.ts';

import { foldName } from './fold-name.ts';
import type { FolderTree } from './folder-tree.ts';
import type { Key } from './keys.ts';
import { reuseList } from './reuse-list.ts';

/** The part of the folder tree that matches the text in the 'search folders' field. */
export interface FilteredTree {
  /** Folders whose name contains the text, sorted by name. Null without a text. */
  readonly matches: readonly Key[] | null;
  /** The sub-folders to show in a folder: matches, and ancestors of matches. */
  readonly children: (parent: Key) => readonly Key[];
}

export function filterTree(tree: FolderTree, text: string): FilteredTree {
  const needle = foldName(text.trim());
  if (needle === '') return { matches: null, children: (parent) => tree.children(parent) };
  const matches = tree.visible.filter((key) => tree.foldedName(key).includes(needle));
  const shown = new Set<Key>();
  for (const match of matches) {
    for (let at = match; at !== ROOT_FOLDER_ID && !shown.has(at); at = tree.parent(at)) shown.add(at);
  }
  const lists = new Map<Key, readonly Key[]>();
  return {
    matches,
    children: (parent) => {
      const children = lists.get(parent) ?? tree.children(parent).filter((key) => shown.has(key));
      const list = reuseList(children, tree.children(parent));
      lists.set(parent, list);
      return list;
    },
  };
}
