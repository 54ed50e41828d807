import { expect, test } from 'vitest';

import { FolderTree } from './folder-tree.ts';
import type { Key } from './keys.ts';

import { folderOutline, matchingFolders, pathText } from './folder-outline.ts';
import type { FolderPath } from './folder-path.ts';
import { folder } from './testing/folder-node.ts';

const TREE = new FolderTree(
  new Map([
    [1, folder('Work', 0)],
    [2, folder('reading', 0)],
    [3, folder('Papers', 1)],
    [4, folder('Old papers', 3)],
    [5, folder('Gone', 1, 2)],
  ]),
);

/** The names of the matching folders. */
function found(
  names: readonly string[] | FolderTree,
  text: string,
  path: FolderPath | null = null,
  isListed: (key: Key) => boolean = () => true,
): readonly string[] {
  const tree =
    names instanceof FolderTree
      ? names
      : new FolderTree(new Map(names.map((name, index) => [index + 1, folder(name, 0)])));
  return matchingFolders(tree, text, isListed, path).map((entry) => pathText(tree, entry.folder));
}

test('folders follow their parents, sorted by name, without folders in the trash', () => {
  expect(folderOutline(TREE)).toEqual([
    { folder: 2, level: 1, position: 1, siblings: 2 },
    { folder: 1, level: 1, position: 2, siblings: 2 },
    { folder: 3, level: 2, position: 1, siblings: 1 },
    { folder: 4, level: 3, position: 1, siblings: 1 },
  ]);
});

test('a folder that is not accepted hides the folders below it', () => {
  expect(folderOutline(TREE, (key) => key !== 3).map(({ folder: key }) => key)).toEqual([2, 1]);
});

test('a chain of 5,000 folders is listed', () => {
  const chain = new Map(Array.from({ length: 5000 }, (_, at) => [at + 1, folder(`Level ${at}`, at)]));
  expect(folderOutline(new FolderTree(chain)).at(-1)).toMatchObject({ level: 5000 });
});

test.each([
  ['news', ['Daily news', 'Fakenews', 'News', 'News 2019'], ['News', 'News 2019', 'Daily news', 'Fakenews']],
  ['CAFE', ['Decaféine', 'Le Café', 'Café', 'Cafeteria'], ['Café', 'Cafeteria', 'Le Café', 'Decaféine']],
  ['js', ['njs', 'React/JS', 'JS', 'JSON'], ['JS', 'JSON', 'React/JS', 'njs']],
])('a search for %s ranks the whole name first, then its start, then a word', (text, names, ranked) => {
  expect(found(names, text)).toEqual(ranked);
});

test('a search lists matches without the folders around them, and only listed ones', () => {
  expect(found(TREE, 'old')).toEqual(['Work / Papers / Old papers']);
  expect(found(TREE, 'papers', null, (key) => key !== 3)).toEqual(['Work / Papers / Old papers']);
  expect(matchingFolders(TREE, 'papers', () => true)).toMatchObject([
    { folder: 3, level: 1, position: 1, siblings: 2 },
    { folder: 4, level: 1, position: 2, siblings: 2 },
  ]);
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
  expect(found(tree, 'work/paper', { parent: 1, names: ['paper'] })).toEqual([
    'Work / Papers',
    'At work/papers',
    'Work / More papers',
  ]);
  expect(found(tree, 'work/', { parent: 1, names: [''] })).toContain('Work / Papers');
  expect(found(tree, 'Work/a/b', { parent: 1, names: ['a', 'b'] })).toEqual([]);
});
