import { expect, test } from 'vitest';

import { FOLDER_LINKS } from '#functions/store/collections.ts';
import { Table } from '#functions/store/table.ts';

const ONE = { folder_link_id: 1, folder_id: 3, link_id: 4 };
const TWO = { folder_link_id: 2, folder_id: 3, link_id: 5 };

function tableOf(...stored: (typeof ONE)[]) {
  const table = new Table(FOLDER_LINKS, 'u1');
  for (const one of stored) table.keep(table.pathOf(one), one);
  return table;
}

test('a document is unknown until it is read', () => {
  const table = tableOf(ONE);
  expect(table.at(table.pathOf(ONE))).toEqual(ONE);
  expect(table.at(table.pathOf(TWO))).toBeUndefined();
  expect(table.keep(table.pathOf(TWO), null)).toBeNull();
  expect(table.at(table.pathOf(TWO))).toBeNull();
});

test('a later read returns the changed document, not the stored one', () => {
  const table = tableOf(ONE);
  table.set(ONE, null, ONE);
  expect(table.keep(table.pathOf(ONE), ONE)).toBeNull();
  expect(table.matching('folder_id', [3])).toEqual([]);
  expect(table.removed(table.pathOf(ONE))).toEqual(ONE);
});

test('a created document is found by its fields', () => {
  const table = tableOf(ONE);
  table.set(TWO, TWO, null);
  expect(table.isCreated(table.pathOf(TWO))).toBe(true);
  expect(table.isCreated(table.pathOf(ONE))).toBe(false);
  expect(table.matching('folder_id', [3, 9])).toEqual([ONE, TWO]);
  expect(table.matching('link_id', [5])).toEqual([TWO]);
});

test('only documents that differ from the stored ones are edits', () => {
  const table = tableOf(ONE);
  table.set(ONE, { ...ONE }, ONE);
  expect(table.edits()).toEqual([]);
  table.set(ONE, { ...ONE, folder_link_id: 7 }, ONE);
  table.set(TWO, TWO, null);
  expect(table.edits()).toEqual([
    { before: ONE, after: { ...ONE, folder_link_id: 7 } },
    { before: null, after: TWO },
  ]);
  table.set(ONE, ONE, ONE);
  table.set(TWO, null, TWO);
  expect(table.edits()).toEqual([]);
});

test('a value is complete once all of its documents are read', () => {
  const table = tableOf();
  expect(table.incomplete('link_id', [4, 4, 5])).toEqual([4, 5]);
  table.markComplete('link_id', [4]);
  expect(table.incomplete('link_id', [4, 5])).toEqual([5]);
  expect(table.incomplete('folder_id', [4])).toEqual([4]);
});
