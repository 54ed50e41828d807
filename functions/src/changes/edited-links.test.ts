import type { Edit } from '@foldmark/library/changes/edits';
import { expect, test } from 'vitest';

import { withoutRelationsOfEdited } from '#functions/changes/edited-links.ts';
import { FOLDER_LINKS } from '#functions/store/collections.ts';
import { MemoryLibrary } from '#functions/testing/memory-library.ts';

const URL = 'https://example.com/1';
const created: Edit = {
  table: 'links',
  key: { link_id: 1 },
  before: null,
  after: { url: URL, name: 'one', status_id: 1, image_s3_key: '', note: '', created_at: 0 },
};
const member: Edit = {
  table: 'folder_links',
  key: { folder_id: 1, link_id: 1 },
  before: null,
  after: { folder_link_id: 1 },
};
const star: Edit = {
  table: 'favorites',
  key: { object_type: 'link', object_id: 1 },
  before: null,
  after: {},
};
const starOfFolder: Edit = { ...star, key: { object_type: 'folder', object_id: 1 } };
const EDITS = [created, member, star, starOfFolder];

/** The library after an import has created link 1 in folder 1, and starred both. */
function imported(fields: object = {}): MemoryLibrary {
  return new MemoryLibrary()
    .addLink({ link_id: 1, url: URL, name: 'one', created_at: new Date(0), ...fields })
    .addFolder({ folder_id: 1 })
    .addMember({ folder_link_id: 1, folder_id: 1, link_id: 1 })
    .addFavorite('link', 1)
    .addFavorite('folder', 1);
}

async function kept(memory: MemoryLibrary, edits: readonly Edit[] = EDITS): Promise<Edit[]> {
  return memory.library.transaction(async (transaction) => withoutRelationsOfEdited(transaction, edits));
}

test.each<[string, MemoryLibrary]>([
  ['untouched', imported()],
  ['in the trash', imported({ status_id: 2 })],
  ['with the icon that a job has fetched', imported({ favicon_key: 'icon', favicon_url: 'url' })],
  ['with the details of its page', imported({ description: 'About it', picture_s3_key: 'picture' })],
  ['gone', new MemoryLibrary()],
])('the undo of a link that is %s takes back everything', async (_, memory) => {
  expect(await kept(memory)).toEqual(EDITS);
});

test.each<[string, MemoryLibrary]>([
  ['whose name was edited', imported({ name: 'two' })],
  ['with a note', imported({ note: 'mine' })],
  ['in another folder too', imported().addMember({ folder_link_id: 2, folder_id: 2, link_id: 1 })],
])('a link %s keeps its folder and its star, and the folder loses its own', async (_, memory) => {
  expect(await kept(memory)).toEqual([created, starOfFolder]);
});

test('a link that was starred since keeps its folder', async () => {
  expect(await kept(imported(), [created, member, starOfFolder])).toEqual([created, starOfFolder]);
});

test('the undo of a link in thousands of other folders reads one membership more than its own', async () => {
  const memory = imported();
  for (let folder_id = 2; folder_id <= 3000; folder_id += 1)
    memory.addMember({ folder_link_id: folder_id, folder_id, link_id: 1 });
  const known = await memory.library.transaction(async (transaction) => {
    await withoutRelationsOfEdited(transaction, EDITS);
    return transaction.known(FOLDER_LINKS, { field: 'link_id', among: [1] }).found.length;
  });
  expect(known).toBeLessThan(5);
});
