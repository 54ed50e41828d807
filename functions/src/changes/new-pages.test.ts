import type { Edit } from '@foldmark/library/changes/edits';
import { expect, test } from 'vitest';

import { newPages } from '#functions/changes/new-pages.ts';

const key = { link_id: 1 };
const created: Edit = { table: 'links', key, before: null, after: { url: 'a', name: 'a' } };
const moved: Edit = { table: 'links', key, before: { url: 'a' }, after: { url: 'b' } };
const renamed: Edit = { table: 'links', key, before: { name: 'a' }, after: { name: 'b' } };
const deleted: Edit = { table: 'links', key, before: {}, after: null, forever: true };

function pages(url: string | null) {
  return url === null ? [] : [{ link_id: 1, url }];
}

test.each<[string, Edit[], string | null, string | null]>([
  ['a created link', [created], 'a', null],
  ['a changed url', [moved], 'b', 'a'],
  ['another name', [renamed], null, null],
  ['a created link whose url was changed', [created, moved], 'b', null],
  ['a link that was changed and deleted', [moved, deleted], null, 'a'],
])('the page of %s is read once, and only for the last url', (_, edits, made, undone) => {
  expect(newPages(edits)).toEqual(pages(made));
  expect(newPages(edits, true)).toEqual(pages(undone));
});
