import { leftoversPath } from '@foldmark/contract/firestore-paths';
import { describe, expect, test } from 'vitest';

import { deleteForever, LargeTree, readDeletions } from '#functions/changes/delete-forever.ts';
import { FAVORITES, FOLDER_LINKS, FOLDERS, LINKS } from '#functions/store/collections.ts';
import type { LibraryTransaction } from '#functions/store/library.ts';
import { MemoryLibrary } from '#functions/testing/memory-library.ts';

/** Folder 3 is in folder 2, and 2 is in 1. Link 1 is in folder 3. Link 1 and folder 1, which have the same id, are starred. */
function someLibrary(): MemoryLibrary {
  return new MemoryLibrary()
    .addLink({ link_id: 1 })
    .addLink({ link_id: 2 })
    .addFolder({ folder_id: 1 })
    .addFolder({ folder_id: 2, parent_folder_id: 1 })
    .addFolder({ folder_id: 3, parent_folder_id: 2 })
    .addMember({ folder_link_id: 1, folder_id: 3, link_id: 1 })
    .addMember({ folder_link_id: 2, folder_id: 3, link_id: 2 })
    .addFavorite('link', 1)
    .addFavorite('folder', 1);
}

async function links(transaction: LibraryTransaction, ...ids: number[]) {
  const found = await Promise.all(ids.map(async (link_id) => transaction.get(LINKS, { link_id })));
  return found.filter((link) => link !== null);
}

async function folders(transaction: LibraryTransaction, ...ids: number[]) {
  const found = await Promise.all(ids.map(async (folder_id) => transaction.get(FOLDERS, { folder_id })));
  return found.filter((folder) => folder !== null);
}

async function deleteAll(memory: MemoryLibrary, link_ids: number[], folder_ids: number[]) {
  return memory.library.transaction(async (transaction) =>
    deleteForever(
      transaction,
      await links(transaction, ...link_ids),
      await folders(transaction, ...folder_ids),
    ),
  );
}

describe('a deletion forever', () => {
  test('of a link takes its memberships and its star, and not the star of the folder with its id', async () => {
    const memory = someLibrary();
    expect(await deleteAll(memory, [1], [])).toMatchObject({
      link_ids: [1],
      folder_links: [{ folder_link_id: 1 }],
      favorites: [{ object_type: 'link' }],
    });
    expect(memory.all(FAVORITES)).toEqual([{ object_type: 'folder', object_id: 1 }]);
    expect(memory.all(FOLDER_LINKS)).toMatchObject([{ link_id: 2 }]);
  });

  test('of a folder takes all folders below it, and leaves the links in them', async () => {
    const memory = someLibrary();
    expect(await deleteAll(memory, [], [1])).toMatchObject({ folder_ids: [1, 2, 3] });
    expect([memory.all(FOLDERS), memory.all(FOLDER_LINKS)]).toEqual([[], []]);
    expect(memory.all(LINKS)).toHaveLength(2);
  });

  test('of a membership that a link and a folder share names it once', async () => {
    expect(await deleteAll(someLibrary(), [1], [3])).toMatchObject({
      folder_links: [{ folder_link_id: 1 }, { folder_link_id: 2 }],
    });
  });

  test('of a folder in a circle of folders ends', async () => {
    const memory = new MemoryLibrary()
      .addFolder({ folder_id: 1, parent_folder_id: 2 })
      .addFolder({ folder_id: 2, parent_folder_id: 1 });
    expect(await deleteAll(memory, [], [1])).toMatchObject({ folder_ids: [1, 2] });
  });

  test.each([
    [500, undefined, 0],
    [501, { link_ids: [], folder_ids: [1], step: 0 }, 1],
    [900, { link_ids: [], folder_ids: [1], step: 0 }, 400],
  ])('of %i memberships leaves to a job: %j', async (count, leftovers, left) => {
    const memory = new MemoryLibrary().addFolder({ folder_id: 1 });
    for (let link_id = 1; link_id <= count; link_id += 1)
      memory.addMember({ folder_link_id: link_id, folder_id: 1, link_id });
    await deleteAll(memory, [], [1]);
    expect(memory.all(FOLDER_LINKS)).toHaveLength(left);
    const { due_at: _, ...stored } = { due_at: null, ...memory.document(leftoversPath('u1')) };
    expect(stored).toEqual({ ...leftovers });
  });

  test('of a link and a folder shares the room of the transaction', async () => {
    const memory = new MemoryLibrary().addLink({ link_id: 1 }).addFolder({ folder_id: 1000 });
    for (let id = 1; id <= 300; id += 1) {
      memory.addMember({ folder_link_id: id, folder_id: id, link_id: 1 });
      memory.addMember({ folder_link_id: 1000 + id, folder_id: 1000, link_id: 1000 + id });
    }
    await memory.library.transaction(async (transaction) => {
      const items = [await links(transaction, 1), await folders(transaction, 1000)] as const;
      await readDeletions(transaction, ...items);
      await deleteForever(transaction, ...items);
    });
    expect(memory.all(FOLDER_LINKS)).toHaveLength(100);
    expect(memory.document(leftoversPath('u1'))).toMatchObject({ link_ids: [], folder_ids: [1000] });
  });

  test('of more than a thousand subfolders deletes nothing', async () => {
    const memory = new MemoryLibrary().addFolder({ folder_id: 1 });
    for (let folder_id = 2; folder_id <= 1002; folder_id += 1)
      memory.addFolder({ folder_id, parent_folder_id: 1 });
    await expect(deleteAll(memory, [], [1])).rejects.toThrow(LargeTree);
    expect(memory.all(FOLDERS)).toHaveLength(1002);
  });

  test('of what was read before reads nothing again', async () => {
    const memory = someLibrary();
    await memory.library.transaction(async (transaction) => {
      const items = [await links(transaction, 1, 2), await folders(transaction, 1)] as const;
      await readDeletions(transaction, ...items);
      const before = memory.reads.length;
      await deleteForever(transaction, items[0].slice(0, 1), []);
      await deleteForever(transaction, items[0].slice(1), items[1]);
      expect(memory.reads.slice(before)).toEqual([]);
    });
  });
});
