import type { LibraryChange } from '@foldmark/library/changes/changes';
import { expect, test } from 'vitest';

import { load, loadRest } from '#functions/changes/load.ts';
import { LoadedView } from '#functions/changes/loaded-view.ts';
import { mutationOf, makeOnly } from '#functions/changes/make-changes.ts';
import { Failure } from '#functions/errors/failure.ts';
import { MemoryLibrary } from '#functions/testing/memory-library.ts';

/** Folder 3 is in folder 2, and 2 is in 1. Links 1 and 2 are in folder 1. */
function someLibrary(): MemoryLibrary {
  return new MemoryLibrary()
    .addLink({ link_id: 1 })
    .addLink({ link_id: 2 })
    .addFolder({ folder_id: 1 })
    .addFolder({ folder_id: 2, parent_folder_id: 1 })
    .addFolder({ folder_id: 3, parent_folder_id: 2 })
    .addFolder({ folder_id: 4 })
    .addMember({ folder_link_id: 1, folder_id: 1, link_id: 1 })
    .addMember({ folder_link_id: 2, folder_id: 1, link_id: 2 });
}

async function readsOf(...changes: readonly LibraryChange[]): Promise<readonly string[]> {
  const memory = someLibrary();
  await memory.library.transaction(async (transaction) => load(transaction, changes.map(mutationOf)));
  return memory.reads;
}

const created = { url: 'https://example.com/1', name: 'https://example.com/1' };
const creation = (link_id: number) =>
  ({
    kind: 'revert',
    edits: [{ table: 'links', key: { link_id }, before: null, after: created }],
  }) as const;

test.each<[string, LibraryChange[], string[]]>([
  ['an edit: its link', [{ kind: 'link.set', link_id: 1, name: 'a' }], ['links/1']],
  [
    'two edits of a link: the link, once',
    [
      { kind: 'link.set', link_id: 1, name: 'a' },
      { kind: 'link.set', link_id: 1, note: 'a' },
    ],
    ['links/1'],
  ],
  ['a new link: nothing', [{ kind: 'link.create', ref: -1, url: 'https://a.example/' }], []],
  [
    'a removal from a folder: the membership only',
    [{ kind: 'member.set', folder_id: 1, link_id: 1, present: false }],
    ['folder_links/1_1'],
  ],
  [
    'a move: the folder, and the folders above the new place',
    [{ kind: 'folder.move', folder_id: 4, parent_folder_id: 3 }],
    ['folders/4', 'folders/3', 'folders/2', 'folders/1'],
  ],
  [
    'two merges: one query for the folders of all links, and one for the stars',
    [
      { kind: 'link.merge', link_id: 1, into_id: 2 },
      { kind: 'link.merge', link_id: 9, into_id: 2 },
    ],
    ['links/1', 'links/2', 'links/9', 'folder_links?link_id=1,2', 'favorites?object_id=1,2'],
  ],
  [
    'the undo of two creations: whether the links are used, with one query for both',
    [creation(1), creation(2)],
    ['links/1', 'links/2', 'folder_links?link_id=1,2', 'favorites?object_id=1,2'],
  ],
])('only the needed documents are read for %s', async (_, changes, expected) => {
  expect(await readsOf(...changes)).toEqual(expected);
});

test('a link whose memberships a query for several links has hidden is asked for alone', async () => {
  const memory = someLibrary();
  await memory.library.transaction(async (transaction) => {
    const mutations = [creation(1), creation(2)].map(mutationOf);
    await load(transaction, mutations);
    for (const step of mutations) await loadRest(transaction, step);
  });
  expect(memory.reads.slice(4)).toEqual(['folder_links?link_id=2']);
});

test('a new link needs no read to be put into a folder', async () => {
  const memory = someLibrary();
  await memory.library.transaction(async (transaction) => {
    await makeOnly(transaction, { kind: 'link.create', ref: -1, url: 'https://a.example/' });
    await makeOnly(transaction, { kind: 'member.set', folder_id: 1, link_id: 3, present: true });
  });
  expect(memory.reads).toEqual(['folders/1']);
});

test('a merge of a link that is in more folders than a part can store is refused', async () => {
  const memory = someLibrary();
  for (let folder_id = 10; folder_id < 5012; folder_id += 1)
    memory.addMember({ folder_link_id: folder_id, folder_id, link_id: 1 });
  const merge = { kind: 'link.merge', link_id: 1, into_id: 2 } as const;
  const merged = memory.library.transaction(async (transaction) => makeOnly(transaction, merge));
  await expect(merged).rejects.toThrow(new Failure('tooLarge'));
});

test('a record that was not read is an error, and missing while the reads are collected', async () => {
  await someLibrary().library.transaction(async (transaction) => {
    expect(() => new LoadedView(transaction).link(1)).toThrow('was not read');
    expect(new LoadedView(transaction, { isPartial: true }).link(1)).toBeUndefined();
    // Below 0: a reference to an object that was not created.
    expect(new LoadedView(transaction).link(-1)).toBeUndefined();
  });
});
