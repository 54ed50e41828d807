import { STATUS_ACTIVE } from '@foldmark/library/entities/limits';
import { expect, test } from 'vitest';

import type { DropTarget } from '#web/state/dragged.ts';
import { FolderTree } from '@foldmark/library/memory/folder-tree';

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
const onto = (target: DropTarget, operation: 'copy' | 'move' = 'copy') => ({ target, operation });
const folder = (key: number) => ({ kind: 'folder', keys: [key] }) as const;

test('links are added to the folder they are dropped on; dropped on the root they stay', () => {
  const dragged = { kind: 'link', keys: [7, 8] } as const;
  expect(planDrop(tree, dragged, onto(2))).toEqual({ kind: 'add', links: [7, 8], target: 2 });
  expect(planDrop(tree, dragged, onto(0))).toEqual({ kind: 'nothing' });
});

test('a folder moves into the folder it is dropped on, or to the root', () => {
  expect(planDrop(tree, folder(4), onto(3))).toEqual({
    kind: 'move',
    items: { folders: [4], links: [] },
    from: null,
    target: 3,
  });
  expect(planDrop(tree, folder(3), onto(0))).toEqual({
    kind: 'move',
    items: { folders: [3], links: [] },
    from: null,
    target: 0,
  });
});

test('a folder dropped on itself or on its parent stays', () => {
  expect(planDrop(tree, folder(2), onto(2))).toEqual({ kind: 'nothing' });
  expect(planDrop(tree, folder(2), onto(1))).toEqual({ kind: 'nothing' });
  expect(planDrop(tree, folder(1), onto(0))).toEqual({ kind: 'nothing' });
});

test('links and folders dropped on Trash or Favorites are trashed or starred', () => {
  expect(planDrop(tree, { kind: 'link', keys: [7, 8], from: 1 }, onto('trash', 'move'))).toEqual({
    kind: 'trash',
    items: { folders: [], links: [7, 8] },
  });
  expect(planDrop(tree, folder(4), onto('favorites'))).toEqual({
    kind: 'star',
    items: { folders: [4], links: [] },
  });
});

test('a folder dropped on its own descendant is refused', () => {
  expect(planDrop(tree, folder(1), onto(3))).toEqual({ kind: 'cycle', folder: 1, target: 3 });
});

test('links move out of the folder that shows them, if the drop is a move', () => {
  const dragged = { kind: 'link', keys: [7, 8], from: 1 } as const;
  const items = { folders: [], links: [7, 8] };
  expect(planDrop(tree, dragged, onto(2, 'move'))).toEqual({ kind: 'move', items, from: 1, target: 2 });
  expect(planDrop(tree, dragged, onto(1, 'move'))).toEqual({ kind: 'nothing' });
  expect(planDrop(tree, dragged, onto(2))).toEqual({ kind: 'add', links: [7, 8], target: 2 });
});
