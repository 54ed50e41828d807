import { ROOT_FOLDER_ID } from '#library/entities/limits.ts';

import type { FolderTree } from '#library/memory/folder-tree.ts';
import type { Key } from '#library/memory/keys.ts';

import { startsWord } from './best-match.ts';
import { fold } from './fold.ts';

const NONE: readonly Key[] = [];
const MIN_WORD = 2;

/** Finds the visible folders of a tree by name or path. */
export class FolderNames {
  readonly tree: FolderTree;
  /** The folded names of all visible folders, in the order of the tree. */
  readonly names: ReadonlyMap<Key, string>;
  readonly #byName: ReadonlyMap<string, readonly Key[]>;
  #paths: ReadonlyMap<Key, string> | undefined;

  constructor(tree: FolderTree) {
    this.tree = tree;
    this.names = new Map(tree.visible.map((key) => [key, foldTrimmed(tree.name(key))]));
    this.#byName = Map.groupBy(tree.visible, (key) => this.names.get(key) ?? '');
  }

  /** The folded paths of all visible folders, such as `/recipes/later`. */
  get paths(): ReadonlyMap<Key, string> {
    return (this.#paths ??= this.#readPaths());
  }

  /** The folders with this name. */
  named(name: string): readonly Key[] {
    return this.#byName.get(foldTrimmed(name)) ?? NONE;
  }

  /**
   * All folders with this name, or otherwise those with this path. A path need not start at the top level, unless it begins with
   * a slash.
   */
  find(nameOrPath: string): readonly Key[] {
    const named = this.named(nameOrPath);
    if (named.length > 0 || !nameOrPath.includes('/')) return named;
    const path = foldPath(nameOrPath).replace(/\/$/, '');
    if (path === '') return NONE;
    const end = path.startsWith('/') ? null : `/${path}`;
    return this.tree.visible.filter((key) => {
      const known = this.paths.get(key) ?? '';
      return end === null ? known === path : known.endsWith(end);
    });
  }

  /** The folders with a word in their name that starts with the folded text. None for a single letter, which most names have. */
  withWord(folded: string): readonly Key[] {
    if (folded.length < MIN_WORD) return NONE;
    const found: Key[] = [];
    for (const [key, name] of this.names) if (startsWord(name, folded)) found.push(key);
    return found;
  }

  /** The folders, with all visible folders below them. */
  withDescendants(folders: readonly Key[]): ReadonlySet<Key> {
    const found = new Set(folders);
    // Iterating over a set also visits elements that are added meanwhile.
    for (const folder of found) for (const child of this.tree.children(folder)) found.add(child);
    return found;
  }

  #readPaths(): ReadonlyMap<Key, string> {
    const paths = new Map<Key, string>();
    const open = [ROOT_FOLDER_ID];
    for (const parent of open) {
      for (const key of this.tree.children(parent)) {
        paths.set(key, `${paths.get(parent) ?? ''}/${foldPath(this.names.get(key) ?? '')}`);
        open.push(key);
      }
    }
    return paths;
  }
}

const known = new WeakMap<FolderTree, FolderNames>();

/** The names of a tree, folded once and cached. A change of the folders creates a new tree. */
export function folderNamesOf(tree: FolderTree): FolderNames {
  const names = known.get(tree) ?? new FolderNames(tree);
  known.set(tree, names);
  return names;
}

export function foldTrimmed(name: string): string {
  return fold(name.trim());
}

/** Folds a path. Blanks around a slash make no difference. A name can contain slashes too. */
export function foldPath(path: string): string {
  return foldTrimmed(path).replaceAll(/\s*\/\s*/g, '/');
}
