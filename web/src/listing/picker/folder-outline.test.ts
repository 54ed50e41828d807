import { expect, test } from 'vitest';

import { FolderTree } from '@foldmark/library/memory/folder-tree';

import { folderOutline, pathText } from './folder-outline.ts';
import { folder } from './test-folder.ts';

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

test('a path finds the folders in its parent, and those whose name contains it', () => {
  const tree = new FolderTree(
    new Map([
      [1, folder('Work', 0)],
      [2, folder('Papers', 1)],
      [3, folder('More papers', 1)],
      [4, folder('Papers', 2)],
      [5, folder('At work/papers', 0)],
    ]),
  );
  const path = { parent: 1, names: ['paper'] } as const;
  const { matches } = folderOutline(tree, 'work/paper', undefined, path);
  expect(matches).toEqual(new Set([5, 2, 3]));
  expect(folderOutline(tree, 'Work/a/b', undefined, { parent: 1, names: ['a', 'b'] }).matches?.size).toBe(0);
});
