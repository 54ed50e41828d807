import { ROOT_FOLDER_ID } from '@foldmark/library/entities/limits';
import type { Key } from '@foldmark/library/memory/keys';
import type { Library } from '@foldmark/library/memory/library';

interface Placed {
  /** Unique in the list, and the same after each change. */
  readonly id: string;
  /** 1 at the top. */
  readonly level: number;
  /** The position among its siblings, from 1, and their number. */
  readonly position: number;
  readonly siblings: number;
}

interface SectionRow extends Placed {
  readonly kind: 'section';
  readonly label: string;
  readonly count: number;
  readonly isExpanded: boolean;
}

export interface FolderRow extends Placed {
  readonly kind: 'folder';
  readonly folder: Key;
  /** Null for an empty folder. */
  readonly isExpanded: boolean | null;
}

export interface LinkRow extends Placed {
  readonly kind: 'link';
  readonly link: Key;
}

/** Shows further links. */
interface MoreRow extends Placed {
  readonly kind: 'more';
  readonly hidden: number;
}

export type Row = SectionRow | FolderRow | LinkRow | MoreRow;

export const RECENT = 'section:recent';
export const FAVORITES = 'section:favorites';

interface Shown {
  /** The ids of the expanded rows. */
  readonly expanded: ReadonlySet<string>;
  /** How many recent links to list. */
  readonly recent: number;
}

type Unplaced = Row extends infer R ? (R extends Row ? Omit<R, 'position' | 'siblings'> : never) : never;

/** The tree of the panel: the latest links, the favorites, and the folders with their links. */
export function browseRows(library: Library, { expanded, recent }: Shown): readonly Row[] {
  const latest = library.links({ kind: 'all' }, 'created').get();
  const favorites = library.links({ kind: 'favorites' }, 'name').get();
  const builder = new RowBuilder(library, expanded);
  const top: Unplaced[] = [
    ...(latest.length === 0 ? [] : [builder.section(RECENT, 'Recent', latest.length)]),
    ...(favorites.length === 0 ? [] : [builder.section(FAVORITES, 'Favorites', favorites.length)]),
    ...builder.folders(ROOT_FOLDER_ID, 1),
  ];
  return builder.flat(top, (row) => {
    if (row.id === RECENT) return builder.links(latest, row, recent);
    if (row.id === FAVORITES) return builder.links(favorites, row, Number.POSITIVE_INFINITY);
    return null;
  });
}

/** The results of a search: the folders that match by name, and the links. */
export function resultRows(
  library: Library,
  found: { readonly folders: readonly Key[]; readonly links: readonly Key[] },
  expanded: ReadonlySet<string>,
): readonly Row[] {
  const builder = new RowBuilder(library, expanded);
  const folders = found.folders.map((folder) => builder.folder(folder, 1));
  const links = found.links.map(
    (link) => ({ kind: 'link', id: `found/link:${link}`, level: 1, link }) as const,
  );
  return builder.flat([...folders, ...links], () => null);
}

class RowBuilder {
  readonly #library: Library;
  readonly #expanded: ReadonlySet<string>;

  constructor(library: Library, expanded: ReadonlySet<string>) {
    this.#library = library;
    this.#expanded = expanded;
  }

  section(id: string, label: string, count: number): Unplaced {
    return { kind: 'section', id, level: 1, label, count, isExpanded: this.#expanded.has(id) };
  }

  folders(parent: Key, level: number): readonly Unplaced[] {
    return this.#library.tree.children(parent).map((folder) => this.folder(folder, level));
  }

  folder(folder: Key, level: number): Unplaced {
    const id = `folder:${folder}`;
    const isEmpty = this.#library.count(folder) === 0 && this.#library.tree.children(folder).length === 0;
    return { kind: 'folder', id, level, folder, isExpanded: isEmpty ? null : this.#expanded.has(id) };
  }

  links(links: readonly Key[], { id, level }: Unplaced, max: number): readonly Unplaced[] {
    const shown = links
      .slice(0, max)
      .map((link) => ({ kind: 'link', id: `${id}/link:${link}`, level: level + 1, link }) as const);
    const hidden = links.length - shown.length;
    if (hidden === 0) return shown;
    return [...shown, { kind: 'more', id: `${id}/more`, level: level + 1, hidden }];
  }

  /** Places the rows, each followed by its children if it is expanded. */
  flat(rows: readonly Unplaced[], childrenOf: (row: Unplaced) => readonly Unplaced[] | null): readonly Row[] {
    const flat: Row[] = [];
    const add = (siblings: readonly Unplaced[]): void => {
      for (const [index, row] of siblings.entries()) {
        flat.push({ ...row, position: index + 1, siblings: siblings.length });
        if (!('isExpanded' in row) || row.isExpanded !== true) continue;
        add(childrenOf(row) ?? this.#content(row));
      }
    };
    add(rows);
    return flat;
  }

  /** The sub-folders of a folder, and its links. */
  #content(row: Unplaced): readonly Unplaced[] {
    if (row.kind !== 'folder') return [];
    const links = this.#library.links({ kind: 'folder', folder: row.folder }, 'name').get();
    return [...this.folders(row.folder, row.level + 1), ...this.links(links, row, Number.POSITIVE_INFINITY)];
  }
}

/** The index of the row that contains a row. Null at the top. */
export function parentIndex(rows: readonly Row[], index: number): number | null {
  const level = rows[index]?.level ?? 1;
  for (let above = index - 1; above >= 0; above -= 1) {
    if ((rows[above]?.level ?? 0) < level) return above;
  }
  return null;
}
