import { expect, test } from 'vitest';

import { CountsBelow } from './counts-below.ts';
import { FolderTree } from './folder-tree.ts';

/** A tree in which each folder has a parent. */
function treeOf(parents: Readonly<Record<number, number>>): FolderTree {
  return new FolderTree(
    new Map(
      Object.entries(parents).map(([id, parent_folder_id]) => [
        Number(id),
        { name: id, status_id: 1 as const, parent_folder_id },
      ]),
    ),
  );
}

const one = () => 1;

/** 1 > 2 > 3, and 4 beside 1. */
const TREE = treeOf({ 1: 0, 2: 1, 3: 2, 4: 0 });

test('a change of a count changes the folders above it, and tells only these', () => {
  const counts = new CountsBelow();
  counts.rebuild(TREE, (folder) => (folder === 3 ? 5 : 0));
  counts.countChanged(3, 2);
  counts.countChanged(4, 1);
  expect([...counts.settle(TREE)]).toEqual([2, 1]);
  expect([1, 2, 3, 4].map((folder) => counts.get(folder))).toEqual([7, 7, 0, 0]);
});

test('a new tree tells the folders whose sum has changed', () => {
  const counts = new CountsBelow();
  expect(new Set(counts.rebuild(TREE, one))).toEqual(new Set([1, 2]));
  expect(new Set(counts.rebuild(treeOf({ 1: 0, 2: 1, 3: 4, 4: 0 }), one))).toEqual(new Set([1, 2, 4]));
});

test('a chain of 5,000 folders is added up', () => {
  const counts = new CountsBelow();
  const chain = treeOf(Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [at + 1, at])));
  counts.rebuild(chain, one);
  expect(counts.get(1)).toBe(4999);
});
