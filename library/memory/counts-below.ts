import { ROOT_FOLDER_ID } from '#library/entities/limits.ts';

import type { FolderTree } from './folder-tree.ts';
import type { Key } from './keys.ts';

/**
 * For each folder, the sum of the counts of the visible folders below it. A link in two of these folders counts twice. A change of
 * a count costs as much as its folder is deep. Only a new tree adds up all folders again.
 */
export class CountsBelow {
  #sums = new Map<Key, number>();
  readonly #differences = new Map<Key, number>();

  get(folder: Key): number {
    return this.#sums.get(folder) ?? 0;
  }

  /** Called when the count of a folder has changed, before `settle` or `rebuild`. */
  countChanged(folder: Key, difference: number): void {
    this.#differences.set(folder, (this.#differences.get(folder) ?? 0) + difference);
  }

  /** Adds the changes of counts. Returns the folders whose sum has changed. */
  settle(tree: FolderTree): Iterable<Key> {
    const changed = new Set<Key>();
    for (const [folder, difference] of this.#differences) {
      if (difference === 0 || !tree.isVisible(folder)) continue;
      for (let at = tree.parent(folder); at !== ROOT_FOLDER_ID; at = tree.parent(at)) {
        this.#sums.set(at, this.get(at) + difference);
        changed.add(at);
      }
    }
    this.#differences.clear();
    return changed;
  }

  /** Adds up all folders of a new tree. Returns the folders whose sum has changed. */
  rebuild(tree: FolderTree, count: (folder: Key) => number): Iterable<Key> {
    const before = this.#sums;
    this.#sums = sumsOf(tree, count);
    this.#differences.clear();
    const folders = new Set([...before.keys(), ...this.#sums.keys()]);
    return [...folders].filter((folder) => (before.get(folder) ?? 0) !== this.get(folder));
  }
}

function sumsOf(tree: FolderTree, count: (folder: Key) => number): Map<Key, number> {
  const parentsFirst: Key[] = [ROOT_FOLDER_ID];
  for (const parent of parentsFirst) parentsFirst.push(...tree.children(parent));
  const sums = new Map<Key, number>();
  for (const folder of parentsFirst.toReversed()) {
    const parent = tree.parent(folder);
    if (parent === ROOT_FOLDER_ID) continue;
    sums.set(parent, (sums.get(parent) ?? 0) + (sums.get(folder) ?? 0) + count(folder));
  }
  return sums;
}
