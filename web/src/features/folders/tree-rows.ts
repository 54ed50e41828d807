import { ROOT_FOLDER_ID } from '@foldmark/library/entities/limits';

import type { Key } from '@foldmark/library/memory/keys';

export interface TreeRow {
  readonly folder: Key;
  /** 1 for a folder in the root. */
  readonly level: number;
  /** The position among its siblings, from 1, and the number of siblings including itself. */
  readonly position: number;
  readonly siblings: number;
  /** Null for a folder without sub-folders. */
  readonly isExpanded: boolean | null;
}

type Children = (parent: Key) => readonly Key[];

/** The rows to show, from top to bottom. The children of an expanded folder follow it. */
export function treeRows(children: Children, isExpanded: (folder: Key) => boolean): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (parent: Key, level: number): void => {
    const folders = children(parent);
    for (const [index, folder] of folders.entries()) {
      const expanded = children(folder).length === 0 ? null : isExpanded(folder);
      rows.push({ folder, level, position: index + 1, siblings: folders.length, isExpanded: expanded });
      if (expanded === true) add(folder, level + 1);
    }
  };
  add(ROOT_FOLDER_ID, 1);
  return rows;
}

/** The index of the parent folder's row; null for a folder in the root. */
export function parentRow(rows: readonly TreeRow[], index: number): number | null {
  const level = rows[index]?.level ?? 1;
  for (let above = index - 1; above >= 0; above -= 1) {
    if ((rows[above]?.level ?? 0) < level) return above;
  }
  return null;
}
