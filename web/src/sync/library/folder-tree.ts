import type { Folder } from '@foldmark/contract/entities';
import { ROOT_FOLDER_ID, STATUS_ACTIVE } from '@foldmark/contract/limits';
import { compareFolders } from '@foldmark/contract/order';

import type { Key } from '#web/sync/library/keys.ts';

type Node = Pick<Folder, 'name' | 'status_id' | 'parent_folder_id'>;

const NONE: readonly Key[] = [];

/**
 * How the folders stand to each other at one moment; never changes. A folder is visible when it and all above it are
 * active. A folder whose parent does not exist, or that would be its own ancestor, stands at the top, so that nothing is
 * lost from sight.
 */
export class FolderTree {
  /** The visible ones, by name. */
  readonly visible: readonly Key[];
  /** Those in the trash, by name. */
  readonly trashed: readonly Key[];
  readonly #nodes: ReadonlyMap<Key, Node>;
  readonly #parents: ReadonlyMap<Key, Key>;
  readonly #below = new Map<Key, Key[]>();
  readonly #children = new Map<Key, readonly Key[]>();
  readonly #visible = new Set<Key>();

  /** `previous` lends the lists that are still the same. */
  constructor(nodes: ReadonlyMap<Key, Node>, previous?: FolderTree) {
    this.#nodes = nodes;
    this.#parents = parentsOf(nodes);
    const byName = [...nodes]
      .map(([key, { name }]) => ({ key, name, folder_id: key }))
      .sort(compareFolders)
      .map(({ key }) => key);
    for (const key of byName) {
      const parent = this.parent(key);
      const siblings = this.#below.get(parent);
      if (siblings === undefined) this.#below.set(parent, [key]);
      else siblings.push(key);
    }
    this.#show(ROOT_FOLDER_ID, previous);
    this.visible = kept(
      byName.filter((key) => this.#visible.has(key)),
      previous?.visible,
    );
    this.trashed = kept(
      byName.filter((key) => nodes.get(key)?.status_id !== STATUS_ACTIVE),
      previous?.trashed,
    );
  }

  isVisible(key: Key): boolean {
    return this.#visible.has(key);
  }

  name(key: Key): string {
    return this.#nodes.get(key)?.name ?? '';
  }

  /** 0 at the top. */
  parent(key: Key): Key {
    return this.#parents.get(key) ?? ROOT_FOLDER_ID;
  }

  /** The visible folders directly in this one, by name; those at the top for 0. */
  children(parent: Key): readonly Key[] {
    return this.#children.get(parent) ?? NONE;
  }

  /** From the top down to the folder itself; empty for one that does not exist. */
  path(key: Key): readonly Key[] {
    const path: Key[] = [];
    for (let at = key; this.#nodes.has(at); at = this.parent(at)) path.unshift(at);
    return path;
  }

  /** Every folder below this one, visible or not. */
  descendants(key: Key): readonly Key[] {
    const found = [...(this.#below.get(key) ?? NONE)];
    for (const folder of found) found.push(...(this.#below.get(folder) ?? NONE));
    return found;
  }

  /** Whether `key` may move into `parent`: not into itself, nor into a folder below it. */
  canMove(key: Key, parent: Key): boolean {
    return !this.path(parent).includes(key);
  }

  #show(top: Key, previous: FolderTree | undefined): void {
    const open = [top];
    for (const parent of open) {
      const children = (this.#below.get(parent) ?? NONE).filter(
        (key) => this.#nodes.get(key)?.status_id === STATUS_ACTIVE,
      );
      if (children.length === 0) continue;
      this.#children.set(parent, kept(children, previous?.children(parent)));
      for (const key of children) this.#visible.add(key);
      open.push(...children);
    }
  }
}

/** The list before where it has the same items, so that who compares by identity sees no change. */
export function kept<T>(list: readonly T[], before: readonly T[] | undefined): readonly T[] {
  if (before?.length !== list.length) return list;
  return list.every((item, index) => item === before[index]) ? before : list;
}

function parentsOf(nodes: ReadonlyMap<Key, Node>): Map<Key, Key> {
  const parents = new Map<Key, Key>();
  for (const [key, { parent_folder_id }] of nodes) {
    const isGood = nodes.has(parent_folder_id) && !isAbove(nodes, key, parent_folder_id);
    parents.set(key, isGood ? parent_folder_id : ROOT_FOLDER_ID);
  }
  return parents;
}

/** Whether `key` is `from` or stands above it. */
function isAbove(nodes: ReadonlyMap<Key, Node>, key: Key, from: Key): boolean {
  const seen = new Set<Key>();
  for (let at = from; !seen.has(at);) {
    if (at === key) return true;
    seen.add(at);
    const node = nodes.get(at);
    if (node === undefined) return false;
    at = node.parent_folder_id;
  }
  return false;
}
