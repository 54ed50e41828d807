import { describe, expect, test } from 'vitest';

import { LargeTree } from '#functions/changes/delete-forever.ts';
import { withPrunedTrees } from '#functions/changes/prune-trees.ts';
import { FOLDERS } from '#functions/store/collections.ts';
import { MemoryLibrary } from '#functions/testing/memory-library.ts';

/** Folder 1 is in the trash and contains 300 folders. If they are `deep`, each contains the next one. */
function tree(deep = false): MemoryLibrary {
  const memory = new MemoryLibrary().addFolder({ folder_id: 1, status_id: 2 });
  for (let folder_id = 2; folder_id <= 301; folder_id += 1)
    memory.addFolder({ folder_id, parent_folder_id: deep ? folder_id - 1 : 1 });
  return memory;
}

/** Prunes the trees with these tops until they have no subfolders. Returns the ids that each transaction has deleted. */
async function prune(memory: MemoryLibrary, tops: readonly number[] = [1], work = async () => undefined) {
  const pruned: number[][] = [];
  const isTop = ({ folder_id }: { readonly folder_id: number }) => tops.includes(folder_id);
  await withPrunedTrees(
    memory.library,
    isTop,
    async () => {
      await work();
      if (pruned.length === 0) throw new LargeTree();
    },
    ({ folder_ids }) => void pruned.push(folder_ids),
  );
  return pruned;
}

function idsIn(memory: MemoryLibrary): number[] {
  return memory.all(FOLDERS).map(({ folder_id }) => folder_id);
}

async function edit(memory: MemoryLibrary, folder_id: number, fields: object): Promise<void> {
  await memory.library.transaction(async (transaction) => {
    const folder = await transaction.get(FOLDERS, { folder_id });
    if (folder !== null) transaction.change(FOLDERS, folder, fields);
  });
}

/** Makes another device act after the folders were listed and before the first transaction. */
function afterList(memory: MemoryLibrary, act: () => Promise<void>): void {
  const list = memory.library.list.bind(memory.library);
  memory.library.list = async (collection) => {
    const found = await list(collection);
    await act();
    return found;
  };
}

describe('a tree that is too large for one transaction', () => {
  test.each([
    ['wide', false],
    ['deep', true],
  ])('loses its subfolders, 200 at a time, from the leaves up, if it is %s', async (_, deep) => {
    const memory = tree(deep);
    const pruned = await prune(memory);
    expect(pruned.map(({ length }) => length)).toEqual([200, 100]);
    expect(pruned.flat()).toEqual(Array.from({ length: 300 }, (_value, index) => 301 - index));
    expect(idsIn(memory)).toEqual([1]);
  });

  test('keeps the folder of another tree', async () => {
    const memory = tree().addFolder({ folder_id: 400 }).addFolder({ folder_id: 401, parent_folder_id: 400 });
    await prune(memory);
    expect(idsIn(memory)).toEqual([1, 400, 401]);
  });

  test('keeps a top that is inside of it', async () => {
    const memory = tree(true);
    await edit(memory, 100, { status_id: 2 });
    await prune(memory, [1, 100]);
    expect(idsIn(memory)).toEqual([1, 100]);
  });

  test('stays if its top was restored meanwhile', async () => {
    const memory = tree(true);
    afterList(memory, async () => edit(memory, 1, { status_id: 1 }));
    await expect(prune(memory)).rejects.toMatchObject({ code: 'busy' });
    expect(idsIn(memory)).toHaveLength(301);
  });

  test('keeps a folder that was moved out of it meanwhile, with all below', async () => {
    const memory = tree(true);
    afterList(memory, async () => edit(memory, 50, { parent_folder_id: 0 }));
    await prune(memory);
    expect(idsIn(memory)).toEqual([1, ...Array.from({ length: 252 }, (_, index) => 50 + index)]);
  });

  test('loses a folder that was added to it meanwhile before its parent', async () => {
    const memory = tree(true);
    afterList(memory, async () => void memory.addFolder({ folder_id: 999, parent_folder_id: 301 }));
    expect((await prune(memory)).flat().slice(0, 2)).toEqual([999, 301]);
  });
});

test('an error of the deletion is thrown at once, and prunes nothing', async () => {
  const memory = tree();
  const failing = prune(memory, [1], async () => Promise.reject(new Error('no such folder')));
  await expect(failing).rejects.toThrow('no such folder');
  expect(idsIn(memory)).toHaveLength(301);
});
