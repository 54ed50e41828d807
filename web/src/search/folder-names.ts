import type { FolderTree } from '#web/sync/library/folder-tree.ts';
import type { Key } from '#web/sync/library/keys.ts';

import { fold } from './fold.ts';

const NONE: readonly Key[] = [];

/** Finds the visible folders of one tree by name or path. */
export class FolderNames {
  readonly tree: FolderTree;
  readonly #byName = new Map<string, Key[]>();
  #paths: ReadonlyMap<Key, string> | undefined;

  constructor(tree: FolderTree) {
    this.tree = tree;
    for (const key of tree.visible) {
      const name = foldName(tree.name(key));
      const known = this.#byName.get(name);
      if (known === undefined) this.#byName.set(name, [key]);
      else known.push(key);
    }
  }

  /** All folders of that name; else those of that path. A path need not begin at the top level, unless it begins with a slash. */
  find(nameOrPath: string): readonly Key[] {
    const named = this.#byName.get(foldName(nameOrPath));
    if (named !== undefined || !nameOrPath.includes('/')) return named ?? NONE;
    const path = foldPath(nameOrPath).replace(/\/$/, '');
    if (path === '') return NONE;
    const end = path.startsWith('/') ? null : `/${path}`;
    const paths = (this.#paths ??= this.#readPaths());
    return this.tree.visible.filter((key) => {
      const known = paths.get(key) ?? '';
      return end === null ? known === path : known.endsWith(end);
    });
  }

  /** The folders and all visible ones below them. */
  withDescendants(folders: readonly Key[]): ReadonlySet<Key> {
    const found = new Set(folders);
    // A loop over a set also visits elements that it adds.
    for (const folder of found) for (const child of this.tree.children(folder)) found.add(child);
    return found;
  }

  #readPaths(): ReadonlyMap<Key, string> {
    const paths = new Map<Key, string>();
    const parents = this.tree.children(0).map((key) => ({ key, above: '' }));
    for (const { key, above } of parents) {
      const path = `${above}/${foldPath(foldName(this.tree.name(key)))}`;
      paths.set(key, path);
      for (const child of this.tree.children(key)) parents.push({ key: child, above: path });
    }
    return paths;
  }
}

/** Import names the folder of all tags so. */
export const TAGS_FOLDER = 'Tags';

export function foldName(name: string): string {
  return fold(name.trim());
}

/** Blanks around a slash make no difference. A name can contain slashes too. */
function foldPath(path: string): string {
  return foldName(path).replaceAll(/\s*\/\s*/g, '/');
}
