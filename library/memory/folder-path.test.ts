import { expect, test } from 'vitest';

import { FolderTree } from './folder-tree.ts';

import { folderPathOf, isNameTaken } from './folder-path.ts';
import { folder } from './testing/folder-node.ts';

const TREE = new FolderTree(
  new Map([
    [1, folder('Work', 0)],
    [2, folder('Projéts', 1)],
    [3, folder('R&D / Ideas', 0)],
    [4, folder('R&D', 0)],
    [5, folder('Gone', 1, 2)],
    [6, folder('Moved', 1)],
    [7, folder('Below', 6)],
  ]),
);
/** The dialog that moves a folder does not list the folders inside it. */
const isListed = (key: number) => key < 6;

test.each([
  ['Work/New', 1, ['New']],
  [' WORK / projets/ New ', 2, ['New']],
  ['Work/', 1, ['']],
  ['Work/Projets', 1, ['Projets']],
  ['Work/A/B', 1, ['A', 'B']],
  ['Work/A/', 1, ['A']],
  ['Work//A', 1, ['A']],
  ['projets/New', 2, ['New']],
  ['R&D/Ideas/New', 3, ['New']],
  ['R&D/New', 4, ['New']],
  ['R&D/Ideas', 4, ['Ideas']],
  ['/New', 0, ['New']],
  ['/', 0, ['']],
  ['/Work/New', 1, ['New']],
  ['Work/Gone/New', 1, ['Gone', 'New']],
  ['Work/Moved/New', 1, ['Moved', 'New']],
])('the path %j leads to folder %i and the new names %j', (text, parent, names) => {
  expect(folderPathOf(TREE, text.trim(), isListed)).toEqual({ parent, names });
});

test.each(['', 'Work', 'Unknown/New', '/Projets/New', 'Below/New', 'and/or', 'https://example.com/work'])(
  'the text %j is no path',
  (text) => {
    expect(folderPathOf(TREE, text, isListed)).toBeNull();
  },
);

test('only a visible folder in the same place has its name taken', () => {
  expect(isNameTaken(TREE, 0, 'work')).toBe(true);
  expect(isNameTaken(TREE, 0, 'Projéts')).toBe(false);
  expect(isNameTaken(TREE, 1, 'PROJÉTS')).toBe(true);
  expect(isNameTaken(TREE, 1, 'Gone')).toBe(false);
});
