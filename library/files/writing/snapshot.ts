import { picked } from '#library/entities/derive.ts';
import { FOLDER_DETAILS, type FolderDetails } from '#library/entities/folder.ts';
import { LINK_DETAILS, type LinkDetails } from '#library/entities/link.ts';
import { ROOT_FOLDER_ID, STATUS_ACTIVE, STATUS_TRASHED } from '#library/entities/limits.ts';

import type { Items } from '#library/memory/items.ts';
import type { Key } from '#library/memory/keys.ts';
import type { Library } from '#library/memory/library.ts';
import { favoriteOf } from '#library/memory/pairs.ts';

export interface SnapshotFolder extends FolderDetails {
  readonly key: Key;
  /** The key of another folder of the snapshot, or 0. */
  readonly parent: Key;
  readonly name: string;
  readonly favorite: boolean;
  readonly trashed: boolean;
}

export interface SnapshotLink extends LinkDetails {
  readonly key: Key;
  readonly url: string;
  readonly name: string;
  /** In milliseconds since 1970. */
  readonly createdAt: number;
  /** The keys of folders of the snapshot. */
  readonly folders: readonly Key[];
  readonly favorite: boolean;
  readonly trashed: boolean;
  readonly description: string;
  /** The keys of links that are no duplicates of this one. Some may not be in the snapshot. */
  readonly distinctFrom: readonly Key[];
}

/** The content of an export, as plain data. */
export interface Snapshot {
  readonly folders: readonly SnapshotFolder[];
  readonly links: readonly SnapshotLink[];
}

/** The whole library with its trash, or these items with everything below them. */
export type SnapshotScope = 'all' | Items;

/**
 * Copies a part of the current library, including unsent changes. Everything stays in its place, so the folders above are
 * included too.
 */
export function snapshotOf(library: Library, scope: SnapshotScope): Snapshot {
  const favorites = favoritesOf(library);
  return scope === 'all' ? wholeSnapshot(library, favorites) : partSnapshot(library, favorites, scope);
}

interface Favorites {
  readonly link: ReadonlySet<Key>;
  readonly folder: ReadonlySet<Key>;
}

function favoritesOf(library: Library): Favorites {
  const favorites = { link: new Set<Key>(), folder: new Set<Key>() };
  for (const [id] of library.tables.favorites.entries()) {
    const { kind, key } = favoriteOf(id);
    favorites[kind].add(key);
  }
  return favorites;
}

function wholeSnapshot(library: Library, favorites: Favorites): Snapshot {
  const keys = new Set<Key>();
  for (const [key] of library.tables.folders.entries()) keys.add(key);
  const links: SnapshotLink[] = [];
  for (const [key] of library.tables.links.entries()) {
    const folders = library.foldersOf(key).filter((folder) => keys.has(folder));
    addLink(library, favorites, links, key, folders);
  }
  return { folders: foldersOf(library, favorites, keys), links };
}

function partSnapshot(library: Library, favorites: Favorites, items: Items): Snapshot {
  const { tree } = library;
  const below = new Set<Key>();
  for (const folder of items.folders) {
    if (!tree.isVisible(folder)) continue;
    below.add(folder);
    for (const key of tree.descendants(folder)) if (tree.isVisible(key)) below.add(key);
  }
  const used = new Set(below);
  const chosen = new Set(items.links);
  const links: SnapshotLink[] = [];
  const inside = [...below].flatMap((folder) => library.links({ kind: 'folder', folder }).get());
  for (const key of new Set([...items.links, ...inside])) {
    if (library.link(key)?.status_id !== STATUS_ACTIVE) continue;
    // A link that is included only because of its folder does not add its other folders.
    const isIncluded = (folder: Key) => (chosen.has(key) ? tree.isVisible(folder) : below.has(folder));
    const folders = library.foldersOf(key).filter(isIncluded);
    for (const folder of folders) used.add(folder);
    addLink(library, favorites, links, key, folders);
  }
  for (const folder of used) if (tree.parent(folder) !== ROOT_FOLDER_ID) used.add(tree.parent(folder));
  return { folders: foldersOf(library, favorites, used), links };
}

function foldersOf(library: Library, favorites: Favorites, keys: ReadonlySet<Key>): SnapshotFolder[] {
  return [...keys].flatMap((key) => {
    const folder = library.folder(key);
    if (folder === undefined) return [];
    return {
      key,
      parent: library.tree.parent(key),
      name: folder.name,
      ...picked(FOLDER_DETAILS, folder),
      favorite: favorites.folder.has(key),
      trashed: folder.status_id === STATUS_TRASHED,
    };
  });
}

function addLink(
  library: Library,
  favorites: Favorites,
  links: SnapshotLink[],
  key: Key,
  folders: readonly Key[],
): void {
  const link = library.link(key);
  if (link === undefined) return;
  links.push({
    key,
    url: link.url,
    name: link.name,
    ...picked(LINK_DETAILS, link),
    createdAt: millisecondsOf(link.created_at),
    folders,
    favorite: favorites.link.has(key),
    trashed: link.status_id === STATUS_TRASHED,
    description: link.description,
    distinctFrom: link.distinct_from.map((id) => library.keyOf('link', id)),
  });
}

/** From the year 2255 on, microseconds are not exact. */
function millisecondsOf(micros: number): number {
  return Number.isSafeInteger(micros) ? Math.floor(micros / 1000) : Math.round(micros / 1000);
}
