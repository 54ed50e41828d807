import { STATUS_ACTIVE } from '@foldmark/contract/limits';
import { expect, test } from 'vitest';

import { FolderTree } from '#web/sync/library/folder-tree.ts';

import { planDrop } from './drop-plan.ts';

/** 1 > 2 > 3; 4 is a sibling of 1. */
const tree = new FolderTree(
  new Map(
    [
      [1, 0],
      [2, 1],
      [3, 2],
      [4, 0],
    ].map(([key = 0, parent_folder_id = 0]) => [
      key,
      { name: `f${key}`, status_id: STATUS_ACTIVE, parent_folder_id },
    ]),
  ),
);
const folder = (key: number) => ({ kind: 'folder', keys: [key] }) as const;

test('links are added to the folder they are dropped on; dropped on the root they stay', () => {
  const dragged = { kind: 'link', keys: [7, 8] } as const;
  expect(planDrop(tree, dragged, 2)).toEqual({ kind: 'add', links: [7, 8] });
  expect(planDrop(tree, dragged, 0)).toEqual({ kind: 'nothing' });
});

test('a folder moves into the folder it is dropped on, or to the root', () => {
  expect(planDrop(tree, folder(4), 3)).toEqual({ kind: 'move', folder: 4 });
  expect(planDrop(tree, folder(3), 0)).toEqual({ kind: 'move', folder: 3 });
});

test('a folder dropped on itself or on its parent stays', () => {
  expect(planDrop(tree, folder(2), 2)).toEqual({ kind: 'nothing' });
  expect(planDrop(tree, folder(2), 1)).toEqual({ kind: 'nothing' });
  expect(planDrop(tree, folder(1), 0)).toEqual({ kind: 'nothing' });
});

test('a folder dropped on its own descendant is refused', () => {
  expect(planDrop(tree, folder(1), 3)).toEqual({ kind: 'cycle', folder: 1 });
});
