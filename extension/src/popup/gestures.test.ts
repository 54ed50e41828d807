import { applyChange, batchableChangeSchema } from '@foldmark/library/changes/changes';
import { MapLibrary } from '@foldmark/library/changes/testing/map-library';
import { expect, test } from 'vitest';

import {
  addGesture,
  editGesture,
  removeGesture,
  restoreGesture,
  saveGesture,
  starGesture,
  trashGesture,
} from './gestures.ts';

function refs(): () => number {
  let last = 0;
  return () => {
    last -= 1;
    return last;
  };
}

const form = { url: 'https://a.example/', name: ' A ', note: '', folders: [], isFavorite: false };

test('a save is one gesture with everything in the form', () => {
  const folders = [7, { parent: 7, names: ['New', 'Sub'] }, { parent: 7, names: ['new'] }] as const;
  const gesture = saveGesture({ ...form, note: 'n', folders, isFavorite: true }, refs());
  expect(gesture).toEqual({
    label: 'Added a link',
    folders: [7, -2, -1],
    changes: [
      { kind: 'folder.create', ref: -1, name: 'New', parent_folder_id: 7 },
      { kind: 'folder.create', ref: -2, name: 'Sub', parent_folder_id: -1 },
      { kind: 'link.create', ref: -3, url: 'https://a.example/' },
      { kind: 'link.set', link_id: -3, name: 'A', note: 'n' },
      { kind: 'member.set', folder_id: 7, link_id: -3, present: true },
      { kind: 'member.set', folder_id: -2, link_id: -3, present: true },
      { kind: 'member.set', folder_id: -1, link_id: -3, present: true },
      { kind: 'favorite.set', object_type: 'link', object_id: -3, on: true },
    ],
  });
});

test('a save without a name leaves the name to the server', () => {
  expect(saveGesture({ ...form, name: ' ' }, refs()).changes).toEqual([
    { kind: 'link.create', ref: -1, url: 'https://a.example/' },
  ]);
});

test('an edit has only the changed texts, and the values that it replaces', () => {
  const shown = { name: 'A', note: 'n' };
  expect(editGesture(5, shown, { name: 'B ', note: 'n' })?.changes).toEqual([
    { kind: 'link.set', link_id: 5, name: 'B', if: { name: 'A' } },
  ]);
  expect(editGesture(5, shown, { note: '' })?.changes).toEqual([
    { kind: 'link.set', link_id: 5, note: '', if: { note: 'n' } },
  ]);
  expect(editGesture(5, shown, { name: ' A' })).toBeNull();
});

test('a folder is added, created and removed by one gesture each', () => {
  expect(addGesture(5, 7, 'Work', refs())).toEqual({
    label: 'Added a link to Work',
    folder: 7,
    changes: [{ kind: 'member.set', folder_id: 7, link_id: 5, present: true }],
  });
  expect(addGesture(5, { parent: 0, names: ['New'] }, 'New', refs())).toMatchObject({
    folder: -1,
    changes: [{ kind: 'folder.create' }, { kind: 'member.set', folder_id: -1 }],
  });
  expect(removeGesture(5, 7, 'Work').changes).toEqual([
    { kind: 'member.set', folder_id: 7, link_id: 5, present: false },
  ]);
});

test('the trash and its undo apply only to the state that was shown', () => {
  const library = new MapLibrary();
  const make = (changes: ReturnType<typeof trashGesture>['changes']) =>
    changes.map((change) => {
      const applied = applyChange(change, library, 0);
      if (!('refused' in applied)) library.commit(applied.edits);
      return 'refused' in applied ? applied.refused : applied.leftAlone;
    });
  make([{ kind: 'link.create', ref: 5, url: 'https://a.example/' }]);
  expect(make(trashGesture(5).changes)).toEqual([[]]);
  expect(library.link(5)?.status_id).toBe(2);
  expect(make(restoreGesture(5).changes)).toEqual([[]]);
  expect(library.link(5)?.status_id).toBe(1);
});

test('the server accepts every change', () => {
  const gestures = [
    saveGesture({ ...form, folders: [{ parent: 0, names: ['N'] }], isFavorite: true }, refs()),
    editGesture(5, { name: 'A', note: '' }, { name: 'B', note: 'n' }),
    addGesture(5, 7, 'Work', refs()),
    removeGesture(5, 7, 'Work'),
    starGesture(5, true),
    trashGesture(5),
    restoreGesture(5),
  ];
  for (const change of gestures.flatMap((gesture) => gesture?.changes ?? []))
    expect(batchableChangeSchema.safeParse(change).success).toBe(true);
});
