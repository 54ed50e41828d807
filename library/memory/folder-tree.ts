import type { Folder } from '#library/entities/entities.ts';
import { ROOT_FOLDER_ID, STATUS_ACTIVE } from '#library/entities/limits.ts';
import { compareFolders } from '#library/order/order.ts';

import { foldName } from './fold-name.ts';
import type { Key } from './keys.ts';
import { reuseList } from './reuse-list.ts';

type Node = Pick<Folder, 'name' | 'status_id' | 'parent_folder_id'>;

const NONE: readonly Key[] = [];

/**
 * An immutable tree of the folders. A folder is visible if it and all its ancestors are active. A folder whose parent does
 * not exist, or that would be its own ancestor, is shown at the top level, so that users can reach it.
 */
export class FolderTree {
  /** The visible folders, sorted by name. */
  readonly visible: readonly Key[];
  /** The folders in the trash, sorted by name. */
  readonly trashed: readonly Key[];
  readonly #nodes: ReadonlyMap<Key, Node>;
  readonly #parents: ReadonlyMap<Key, Key>;
  readonly #below: ReadonlyMap<Key, readonly Key[]>;
  readonly #children = new Map<Key, readonly Key[]>();
  readonly #visible = new Set<Key>();
  readonly #folded = new Map<Key, string>();

  /** Reuses the lists of `previous` that have not changed. */
  constructor(nodes: ReadonlyMap<Key, Node>, previous?: FolderTree) {
    this.#nodes = nodes;
    this.#parents = parentsOf(nodes);
    const byName = [...nodes]
      .map(([key, { name }]) => ({ key, name, folder_id: key }))
      .sort(compareFolders)
      .map(({ key }) => key);
    this.#below = Map.groupBy(byName, (key) => this.parent(key));
    this.#show(ROOT_FOLDER_ID, previous);
    this.visible = reuseList(
      byName.filter((key) => this.#visible.has(key)),
      previous?.visible,
    );
    this.trashed = reuseList(
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

  /**
   * The name as 'search folders' compares it, without case and accents. Folded only once, because each key press compares all
   * names.
   */
  foldedName(key: Key): string {
    const known = this.#folded.get(key);
    if (known !== undefined) return known;
    const folded = foldName(this.name(key));
    this.#folded.set(key, folded);
    return folded;
  }

  /** 0 for a folder at the top level. */
  parent(key: Key): Key {
    return this.#parents.get(key) ?? ROOT_FOLDER_ID;
  }

  /** The visible direct sub-folders, sorted by name. `parent` 0 is the top level. */
  children(parent: Key): readonly Key[] {
    return this.#children.get(parent) ?? NONE;
  }

  /** The folders from the top level down to the folder itself. Empty if the folder does not exist. */
  path(key: Key): readonly Key[] {
    const path: Key[] = [];
    for (let at = key; this.#nodes.has(at); at = this.parent(at)) path.unshift(at);
    return path;
  }

  /** All descendants of the folder, visible or not. */
  descendants(key: Key): readonly Key[] {
    const found = [...(this.#below.get(key) ?? NONE)];
    for (const folder of found) found.push(...(this.#below.get(folder) ?? NONE));
    return found;
  }

  /** Whether a folder may move there: not into itself or a descendant. */
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
      this.#children.set(parent, reuseList(children, previous?.children(parent)));
      for (const key of children) this.#visible.add(key);
      open.push(...children);
    }
  }
}

function parentsOf(nodes: ReadonlyMap<Key, Node>): Map<Key, Key> {
  const cyclic = cyclicFolders(nodes);
  const parents = new Map<Key, Key>();
  for (const [key, { parent_folder_id }] of nodes) {
    const isGood = nodes.has(parent_folder_id) && !cyclic.has(key);
    parents.set(key, isGood ? parent_folder_id : ROOT_FOLDER_ID);
  }
  return parents;
}

/** The folders that would be their own ancestors. Visits each folder once, because chains can be long. */
function cyclicFolders(nodes: ReadonlyMap<Key, Node>): ReadonlySet<Key> {
  const cyclic = new Set<Key>();
  const visited = new Set<Key>();
  for (const key of nodes.keys()) {
    const chain: Key[] = [];
    let at: Key | undefined = key;
    for (; at !== undefined && !visited.has(at); at = nodes.get(at)?.parent_folder_id) {
      visited.add(at);
      chain.push(at);
    }
    const start = at === undefined ? -1 : chain.indexOf(at);
    if (start !== -1) for (const folder of chain.slice(start)) cyclic.add(folder);
  }
  return cyclic;
}
