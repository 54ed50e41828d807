import type { BatchableChange } from '@foldmark/library/changes/changes';
import { expect, test } from 'vitest';

import { checkReferences, References } from '#functions/changes/references.ts';

const createLink = { kind: 'link.create', ref: -1, url: 'https://a.example/' } as const;
const addMember = { kind: 'member.set', folder_id: 3, link_id: -1, present: true } as const;

test('a reference is replaced by the id of the created link', () => {
  const references = new References();
  references.add('link', -1, 7);
  expect(references.resolve(addMember)).toEqual({ ...addMember, link_id: 7 });
});

test('a folder and a link can have the same reference', () => {
  const references = new References();
  references.add('link', -1, 7);
  references.add('folder', -1, 8);
  expect(references.resolve({ ...addMember, folder_id: -1 })).toMatchObject({ folder_id: 8, link_id: 7 });
});

test('a change of an object whose creation was skipped names nothing', () => {
  expect(new References().resolve(addMember)).toBeNull();
});

test('a reference inside an edit that is reverted is replaced too', () => {
  const references = new References();
  references.add('folder', -1, 8);
  const edit = {
    table: 'folders',
    key: { folder_id: 2 },
    before: { parent_folder_id: -1 },
    after: { parent_folder_id: 0 },
  } as const;
  expect(references.resolve({ kind: 'revert', edits: [edit] })).toMatchObject({
    edits: [{ before: { parent_folder_id: 8 } }],
  });
});

function member(folder_id: number) {
  return {
    table: 'folder_links',
    key: { folder_id, link_id: 1 },
    before: null,
    after: { folder_link_id: 0 },
  } as const;
}

test('a revert leaves out only the edits of objects whose creation was skipped', () => {
  const resolve = (...folders: readonly number[]) =>
    new References().resolve({ kind: 'revert', edits: folders.map(member) });
  expect(resolve(2, -1)).toEqual({ kind: 'revert', edits: [member(2)] });
  expect(resolve(-1)).toBeNull();
});

test.each<[string, BatchableChange[], string]>([
  ['no earlier change creates', [addMember, createLink], 'No earlier change creates the link -1.'],
  ['two changes create', [createLink, createLink], 'Two changes create the link -1.'],
])('a reference that %s is refused', (_, changes, message) => {
  expect(() => checkReferences(changes)).toThrow(expect.objectContaining({ errors: [message] }));
});
