import { describe, expect, test } from 'vitest';

import { FOLDER_LINKS, FOLDERS, LINKS } from '#functions/store/collections.ts';
import { deleteFolder, deleteLink, emptyTrash } from '#functions/operations/trash.ts';
import { callOperation } from '#functions/testing/call-operation.ts';
import { MemoryLibrary } from '#functions/testing/memory-library.ts';

const MEMBER = { folder_link_id: 1, folder_id: 2, link_id: 1 };
const STAR = { object_type: 'link', object_id: 1 };

/** Link 1 and folder 1 are in the trash. Link 1 is starred and in folder 2, which is in folder 1. Link 2 is not in the trash. */
function someLibrary(): MemoryLibrary {
  return new MemoryLibrary()
    .addLink({ link_id: 1, status_id: 2 })
    .addLink({ link_id: 2 })
    .addFolder({ folder_id: 1, status_id: 2 })
    .addFolder({ folder_id: 2, parent_folder_id: 1 })
    .addMember(MEMBER)
    .addFavorite('link', 1);
}

describe('a deletion', () => {
  test('of a link answers all that went with it', async () => {
    const memory = someLibrary();
    expect(await callOperation(deleteLink, memory.library, { link_id: 1 })).toEqual({
      link_ids: [1],
      folder_ids: [],
      folder_links: [MEMBER],
      favorites: [STAR],
    });
    expect(memory.all(LINKS)).toMatchObject([{ link_id: 2 }]);
  });

  test('of a folder deletes its subfolders, and leaves the links', async () => {
    const memory = someLibrary();
    expect(await callOperation(deleteFolder, memory.library, { folder_id: 1 })).toEqual({
      link_ids: [],
      folder_ids: [1, 2],
      folder_links: [MEMBER],
      favorites: [],
    });
    expect(memory.all(LINKS)).toHaveLength(2);
  });

  test('that is minimal answers nothing', async () => {
    const { library } = someLibrary();
    expect(await callOperation(deleteLink, library, { link_id: 1 }, { minimal: true })).toBeNull();
  });

  test.each([
    [2, 'notInTrash'],
    [3, 'noSuchLink'],
  ])('of link %i fails with %s', async (link_id, code) => {
    await expect(callOperation(deleteLink, someLibrary().library, { link_id })).rejects.toMatchObject({
      code,
    });
  });
});

describe('emptying the trash', () => {
  test('deletes the links and folders in it', async () => {
    const memory = someLibrary();
    const deleted = await callOperation(emptyTrash, memory.library, {});
    expect(deleted).toMatchObject({ link_ids: [1], folder_ids: [1, 2] });
    expect([memory.all(LINKS), memory.all(FOLDERS), memory.all(FOLDER_LINKS)]).toMatchObject([
      [{ link_id: 2 }],
      [],
      [],
    ]);
  });

  test('deletes only the named items, if they are still in the trash', async () => {
    const memory = someLibrary();
    const deleted = await callOperation(emptyTrash, memory.library, { link_ids: [1, 2] });
    expect(deleted).toMatchObject({ link_ids: [1], folder_ids: [] });
    expect(memory.all(FOLDERS)).toHaveLength(2);
  });

  test('takes several transactions for more than a hundred links', async () => {
    const memory = new MemoryLibrary();
    for (let link_id = 1; link_id <= 150; link_id += 1) memory.addLink({ link_id, status_id: 2 });
    await callOperation(emptyTrash, memory.library, {});
    expect(memory.all(LINKS)).toEqual([]);
  });
});
