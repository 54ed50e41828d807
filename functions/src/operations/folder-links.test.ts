import { expect, test } from 'vitest';

import {
  addLinkToFolder,
  listFolderLinks,
  removeLinkFromFolder,
} from '#functions/operations/folder-links.ts';
import { callOperation } from '#functions/testing/call-operation.ts';
import { MemoryLibrary } from '#functions/testing/memory-library.ts';

const MEMBER = { folder_id: 1, link_id: 1 };

function someLibrary(): MemoryLibrary {
  return new MemoryLibrary().addLink({ link_id: 1 }).addFolder({ folder_id: 1 });
}

test('a link that is added to a folder twice has one membership', async () => {
  const { library } = someLibrary();
  for (const _ of ['first', 'again']) {
    expect(await callOperation(addLinkToFolder, library, MEMBER)).toEqual({ ...MEMBER, folder_link_id: 1 });
  }
  expect(await callOperation(listFolderLinks, library, {})).toHaveLength(1);
});

test.each([
  [{ folder_id: 1, link_id: 2 }, 'noSuchLink'],
  [{ folder_id: 2, link_id: 1 }, 'noSuchFolder'],
])('%j can not be added: %s', async (member, code) => {
  await expect(callOperation(addLinkToFolder, someLibrary().library, member)).rejects.toMatchObject({ code });
});

test('a removal answers the memberships that are left, or nothing if the call is minimal', async () => {
  const memory = someLibrary().addMember({ ...MEMBER, folder_link_id: 1 });
  expect(await callOperation(removeLinkFromFolder, memory.library, MEMBER)).toEqual([]);
  memory.addMember({ ...MEMBER, folder_link_id: 2 });
  expect(await callOperation(removeLinkFromFolder, memory.library, MEMBER, { minimal: true })).toBeNull();
});

test('a link that is not in the folder can not be removed', async () => {
  const removed = callOperation(removeLinkFromFolder, someLibrary().library, MEMBER);
  await expect(removed).rejects.toMatchObject({ code: 'notInFolder' });
});
