import { expect, test } from 'vitest';

import { parentRow, treeRows } from './tree-rows.ts';

/** 1 > 2 > 3; 4 is a sibling of 1. */
const CHILDREN: Readonly<Record<number, readonly number[]>> = { 0: [1, 4], 1: [2], 2: [3] };
const children = (parent: number) => CHILDREN[parent] ?? [];
const all = () => true;

test('a collapsed folder hides its descendants', () => {
  const rows = treeRows(children, (folder) => folder === 1);
  expect(rows.map(({ folder, level, isExpanded }) => [folder, level, isExpanded])).toEqual([
    [1, 1, true],
    [2, 2, false],
    [4, 1, null],
  ]);
});

test('each row has its position among its siblings', () => {
  const rows = treeRows(children, all);
  expect(rows.map(({ folder, position, siblings }) => [folder, position, siblings])).toEqual([
    [1, 1, 2],
    [2, 1, 1],
    [3, 1, 1],
    [4, 2, 2],
  ]);
});

test('the row of the parent is found, even if other rows are between', () => {
  const rows = treeRows(children, all);
  expect([0, 1, 2, 3].map((index) => parentRow(rows, index))).toEqual([null, 0, 1, null]);
});
