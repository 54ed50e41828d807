import { expect, test } from 'vitest';

import { FolderTree } from './folder-tree.ts';

type Node = readonly [key: number, name: string, parent: number, status?: 1 | 2];

function treeOf(nodes: readonly Node[], previous?: FolderTree): FolderTree {
  return new FolderTree(
    new Map(
      nodes.map(([key, name, parent_folder_id, status_id = 1]) => [
        key,
        { name, status_id, parent_folder_id },
      ]),
    ),
    previous,
  );
}

const NODES: readonly Node[] = [
  [1, 'News', 0],
  [2, 'daily', 1],
  [3, 'Morning', 2],
  [4, 'art', 0],
];

test('a folder lists its sub-folders by name, regardless of case', () => {
  const tree = treeOf([...NODES, [5, 'Zebra', 1], [6, 'apple', 1]]);
  expect(tree.children(0)).toEqual([4, 1]);
  expect(tree.children(1)).toEqual([6, 2, 5]);
  expect(tree.children(99)).toEqual([]);
});

test('a path starts at the top level, and is empty for a missing folder', () => {
  expect(treeOf(NODES).path(3)).toEqual([1, 2, 3]);
  expect(treeOf(NODES).path(99)).toEqual([]);
});

test('a folder in the trash hides its sub-folders, which are not in the trash themselves', () => {
  const tree = treeOf([[1, 'News', 0, 2], ...NODES.slice(1)]);
  expect(tree.visible).toEqual([4]);
  expect(tree.trashed).toEqual([1]);
  expect(tree.isVisible(3)).toBe(false);
  expect(tree.descendants(1)).toEqual([2, 3]);
});

test('a folder cannot move into itself or into a descendant', () => {
  const tree = treeOf(NODES);
  expect([1, 2, 3, 4, 0].map((parent) => tree.canMove(1, parent))).toEqual([false, false, false, true, true]);
  expect([1, 2, 3, 4, 0].map((parent) => tree.canMove(3, parent))).toEqual([true, true, false, true, true]);
});

test('folders in a cycle, or in a missing folder, are at the top level', () => {
  const tree = treeOf([
    [1, 'a', 2],
    [2, 'b', 1],
    [3, 'c', 99],
    [4, 'd', 1],
  ]);
  expect(tree.children(0)).toEqual([1, 2, 3]);
  expect(tree.path(4)).toEqual([1, 4]);
});

test('unchanged lists keep their identity', () => {
  const before = treeOf(NODES);
  const after = treeOf([...NODES, [5, 'new', 4]], before);
  expect(after.children(1)).toBe(before.children(1));
  expect(after.children(0)).toBe(before.children(0));
  expect(after.trashed).toBe(before.trashed);
  expect(after.visible).not.toBe(before.visible);
});
