import { expect, test } from 'vitest';

import { FolderTree } from '#web/sync/library/folder-tree.ts';

import { folderOutline, isNameInRoot, pathText } from './folder-outline.ts';

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
  const { entries, matches } = folderOutline(TREE, '');
  expect(matches).toBeNull();
  expect(entries).toEqual([
    { folder: 2, level: 1, position: 1, siblings: 2 },
    { folder: 1, level: 1, position: 2, siblings: 2 },
    { folder: 3, level: 2, position: 1, siblings: 1 },
    { folder: 4, level: 3, position: 1, siblings: 1 },
  ]);
});

test('a search keeps the matching folders and their parents, and tells which folders match', () => {
  const { entries, matches } = folderOutline(TREE, ' OLD ');
  expect(entries.map(({ folder: key, siblings }) => [key, siblings])).toEqual([
    [1, 1],
    [3, 1],
    [4, 1],
  ]);
  expect([...(matches ?? [])]).toEqual([4]);
  expect(pathText(TREE, 4)).toBe('Work / Papers / Old papers');
});

test('a folder that is not accepted hides the folders below it', () => {
  const { entries } = folderOutline(TREE, '', (key) => key !== 3);
  expect(entries.map(({ folder: key }) => key)).toEqual([2, 1]);
});

test('a chain of 5,000 folders is listed', () => {
  const chain = new Map(Array.from({ length: 5000 }, (_, at) => [at + 1, folder(`Level ${at}`, at)]));
  expect(folderOutline(new FolderTree(chain), '').entries.at(-1)).toMatchObject({ level: 5000 });
});

test('only a visible folder in the root has its name taken', () => {
  expect(isNameInRoot(TREE, 'Reading')).toBe(true);
  expect(isNameInRoot(TREE, 'Papers')).toBe(false);
});
