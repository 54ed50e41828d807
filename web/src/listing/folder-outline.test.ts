import { expect, test } from 'vitest';

import { FolderTree } from '#web/sync/library/folder-tree.ts';

import { folderOutline } from './folder-outline.ts';

const folder = (name: string, parent_folder_id: number, status_id: 1 | 2 = 1) => ({
  name,
  status_id,
  parent_folder_id,
});
const TREE = new FolderTree(
  new Map([
    [1, folder('Work', 0)],
    [2, folder('reading', 0)],
    [3, folder('Papers', 1)],
    [4, folder('Old papers', 3)],
    [5, folder('Gone', 1, 2)],
  ]),
);

test('folders follow their parents, sorted by name, without folders in the trash', () => {
  expect(folderOutline(TREE, '')).toEqual([
    { folder: 2, depth: 0 },
    { folder: 1, depth: 0 },
    { folder: 3, depth: 1 },
    { folder: 4, depth: 2 },
  ]);
});

test('a search keeps the matching folders and their parents', () => {
  expect(folderOutline(TREE, ' OLD ').map(({ folder: key }) => key)).toEqual([1, 3, 4]);
});
