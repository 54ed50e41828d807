import { ROOT_FOLDER_ID } from '@foldmark/contract/limits';

import type { Key } from '#web/sync/library/keys.ts';

export interface TreeRow {
  readonly folder: Key;
  /** 1 at the top. */
  readonly level: number;
  /** Its place among those with the same parent, from 1, and how many they are. */
  readonly position: number;
  readonly siblings: number;
  /** Null for a folder without sub-folders. */
  readonly isExpanded: boolean | null;
}

type Children = (parent: Key) => readonly Key[];

/** The rows to show, from top to bottom: a folder's children follow it where it is expanded. */
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

/** Where the row of the folder above is; null for a row at the top. */
export function parentRow(rows: readonly TreeRow[], index: number): number | null {
  const level = rows[index]?.level ?? 1;
  for (let above = index - 1; above >= 0; above -= 1) {
    if ((rows[above]?.level ?? 0) < level) return above;
  }
  return null;
}
