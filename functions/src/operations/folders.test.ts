import { MESSAGES } from '@foldmark/contract/messages';
import { describe, expect, test } from 'vitest';

import { FOLDERS } from '#functions/store/collections.ts';
import {
  createFolder,
  getFolder,
  listFolders,
  moveFolder,
  updateFolder,
  updateFolderImage,
} from '#functions/operations/folders.ts';
import { callOperation } from '#functions/testing/call-operation.ts';
import { MemoryLibrary } from '#functions/testing/memory-library.ts';

/** Folder 2 is in folder 1. */
function someLibrary(): MemoryLibrary {
  return new MemoryLibrary()
    .addFolder({ folder_id: 1, name: 'b' })
    .addFolder({ folder_id: 2, name: 'a', parent_folder_id: 1 });
}

test('a new folder is answered, and a repeat creates no second one', async () => {
  const memory = someLibrary();
  for (const _ of ['first', 'again']) {
    const input = { name: 'c', parent_folder_id: 2 };
    const folder = await callOperation(createFolder, memory.library, input, { requestKey: 'the-key' });
    expect(folder).toEqual({ folder_id: 3, ...input, status_id: 1, image_s3_key: '', icon: '' });
  }
  expect(memory.all(FOLDERS)).toHaveLength(3);
});

test('an edit answers the folder', async () => {
  const { library } = someLibrary();
  expect(await callOperation(updateFolder, library, { folder_id: 2, name: 'd' })).toMatchObject({
    name: 'd',
  });
});

test('a folder is created with an icon, and gets another one', async () => {
  const { library } = someLibrary();
  const input = { name: 'c', parent_folder_id: 0, icon: '📚' };
  expect(await callOperation(createFolder, library, input)).toMatchObject(input);
  const edit = { folder_id: 3, icon: 'red', if: { icon: '📚' } };
  expect(await callOperation(updateFolder, library, edit)).toMatchObject({ name: 'c', icon: 'red' });
});

describe('a move of a folder', () => {
  test('answers the folder in its new place', async () => {
    const input = { folder_id: 2, parent_folder_id: 0 };
    expect(await callOperation(moveFolder, someLibrary().library, input)).toMatchObject(input);
  });

  test('that another device has moved leaves it there', async () => {
    const input = { folder_id: 2, parent_folder_id: 0, if: { parent_folder_id: 9 } };
    expect(await callOperation(moveFolder, someLibrary().library, input)).toMatchObject({
      parent_folder_id: 1,
    });
  });

  test.each([
    ['into itself', 1, 2, 'folderInItself'],
    ['into a missing folder', 1, 9, 'noSuchParent'],
    ['that is missing', 9, 1, 'noSuchFolder'],
  ])('%s fails', async (_, folder_id, parent_folder_id, code) => {
    const move = callOperation(moveFolder, someLibrary().library, { folder_id, parent_folder_id });
    await expect(move).rejects.toMatchObject({ code });
  });
});

test('an image that was not uploaded is refused', async () => {
  const uploads = { acceptsKey: async () => true, hasImage: async () => false };
  const input = { folder_id: 1, s3_bucket: 'b', s3_key: 'k' };
  const set = callOperation(updateFolderImage, someLibrary().library, input, { uploads });
  await expect(set).rejects.toMatchObject({ errors: [MESSAGES.uploadFailed] });
});

test('folders are listed by name, and one is answered by its id', async () => {
  const { library } = someLibrary();
  expect(await callOperation(listFolders, library, {})).toMatchObject([{ name: 'a' }, { name: 'b' }]);
  expect(await callOperation(getFolder, library, { folder_id: 1 })).toMatchObject({ name: 'b' });
  await expect(callOperation(getFolder, library, { folder_id: 3 })).rejects.toMatchObject({
    code: 'noSuchFolder',
  });
});
