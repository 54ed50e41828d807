import { expect, test } from 'vitest';

import { filterTree } from './filtered-tree.ts';
import { FolderTree } from './folder-tree.ts';

const NODES = [
  [1, 'News', 0],
  [2, 'Daily', 1],
  [3, 'Morning news', 2],
  [4, 'Art', 0],
  [5, 'Paintings', 4],
] as const;

const tree = new FolderTree(
  new Map(
    NODES.map(([key, name, parent_folder_id]) => [key, { name, status_id: 1 as const, parent_folder_id }]),
  ),
);

test('without a text the whole tree shows, and there are no matches', () => {
  const { matches, children } = filterTree(tree, '  ');
  expect(matches).toBeNull();
  expect(children(0)).toBe(tree.children(0));
});

test('matching folders show with their ancestors, regardless of case', () => {
  const { matches, children } = filterTree(tree, ' NEWS ');
  expect(matches).toEqual([3, 1]);
  expect([0, 1, 2, 3, 4].map((key) => children(key))).toEqual([[1], [2], [3], [], []]);
});

test('neither case nor accents of Latin and Greek letters matter; the marks of other scripts do', () => {
  const names = ['Café', 'İstanbul', 'ΟΔΌΣ', 'が', 'か'];
  const nodes = names.map(
    (name, index) => [index + 1, { name, status_id: 1 as const, parent_folder_id: 0 }] as const,
  );
  const found = (text: string) => filterTree(new FolderTree(new Map(nodes)), text).matches;
  expect(found('CAFE')).toEqual([1]);
  expect(found('cafe\u0301')).toEqual([1]);
  expect(found('istanbul')).toEqual([2]);
  expect(found('οδό')).toEqual([3]);
  expect(found('か')).toEqual([5]);
});

test("a list keeps its identity, and is the tree's own list if all of it shows", () => {
  const { children } = filterTree(tree, 'a');
  expect(children(0)).toBe(tree.children(0));
  const some = filterTree(tree, 'paint').children;
  expect(some(0)).toEqual([4]);
  expect(some(0)).toBe(some(0));
  expect(some(4)).toBe(tree.children(4));
});
