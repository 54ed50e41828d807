import { expect, test } from 'vitest';

import { folderOutline } from '@foldmark/library/memory/folder-outline';
import { FolderTree } from '@foldmark/library/memory/folder-tree';
import type { Key } from '@foldmark/library/memory/keys';

import { chosenPath, type ChosenFolder, folderRows, isSameFolder } from './folder-rows.ts';

const node = (name: string, parent_folder_id: Key, status_id: 1 | 2 = 1) => ({
  name,
  parent_folder_id,
  status_id,
});
const TREE = new FolderTree(
  new Map([
    [1, node('Work', 0)],
    [2, node('Papers', 1)],
    [3, node('Recipes', 0)],
    [4, node('Gone', 0, 2)],
  ]),
);
const list = (chosen: readonly ChosenFolder[] = [], recent: readonly Key[] = []) => ({
  tree: TREE,
  outline: folderOutline(TREE),
  chosen,
  recent,
});

test('the last used folders come before the tree, without those in the trash', () => {
  const rows = folderRows(list([3], [2, 4]), ' ');
  expect(rows.map(({ name, place, level }) => [name, place, level])).toEqual([
    ['Papers', 'Work', 1],
    ['Recipes', '', 1],
    ['Work', '', 1],
    ['Papers', '', 2],
  ]);
  expect(rows.map(({ isChosen }) => isChosen)).toEqual([false, true, false, false]);
});

test('a text lists the matching folders, and last the folder that it can create', () => {
  expect(folderRows(list([], [3]), 'pap').map(({ folder, place }) => [folder, place])).toEqual([
    [2, 'Work'],
    [{ parent: 0, names: ['pap'] }, ''],
  ]);
  expect(folderRows(list(), 'work/New').map(({ name, place }) => [name, place])).toEqual([['New', 'Work']]);
});

test('a new folder that is chosen already is marked, in any case', () => {
  const [row] = folderRows(list([{ parent: 0, names: ['New'] }]), 'NEW');
  expect(row).toMatchObject({ isChosen: true });
  expect(isSameFolder({ parent: 0, names: ['New'] }, { parent: 1, names: ['New'] })).toBe(false);
  expect(isSameFolder(1, 1)).toBe(true);
  expect(isSameFolder(1, { parent: 0, names: ['Work'] })).toBe(false);
});

test('a path names the folders above', () => {
  expect(chosenPath(TREE, 2)).toBe('Work / Papers');
  expect(chosenPath(TREE, { parent: 2, names: ['A', 'B'] })).toBe('Work / Papers / A / B');
});
