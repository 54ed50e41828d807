import { expect, test } from 'vitest';

import { connect } from '#extension/connection/connection.ts';
import { openPart } from '#extension/copy/open-part.ts';
import { pull } from '#extension/copy/pull.ts';
import type { Environment } from '#extension/platform/environment.ts';
import { MemoryBrowser } from '#extension/platform/testing/memory-browser.ts';
import { ORIGIN, TestServer } from '#extension/platform/testing/test-server.ts';
import { perform } from '#extension/queue/perform.ts';
import { send } from '#extension/queue/send.ts';

import { recentFolders, rememberFolders } from './recent-folders.ts';

async function connected(): Promise<Environment> {
  const server = new TestServer({ now: () => browser.now * 1000 });
  const browser: MemoryBrowser = new MemoryBrowser(server.fetch);
  browser.authorize = server.consent;
  const page = browser.open();
  await connect(ORIGIN, page);
  await pull({}, page);
  return page;
}

async function create(page: Environment, name: string, parent_folder_id = 0): Promise<number> {
  const ref = page.newRef();
  const change = { kind: 'folder.create', ref, name, parent_folder_id } as const;
  await perform({ label: 'Created a folder', changes: [change] }, page);
  return ref;
}

/** The names of the recent folders. */
async function recentNames(page: Environment): Promise<readonly string[]> {
  const { tree } = (await openPart({}, page)).built;
  return (await recentFolders(tree, page)).map((folder) => tree.name(folder));
}

test('the last three folders are remembered, the latest first', async () => {
  const page = await connected();
  const [a, b, c, d] = [
    await create(page, 'A'),
    await create(page, 'B'),
    await create(page, 'C'),
    await create(page, 'D'),
  ];
  await rememberFolders([a, b], page);
  await rememberFolders([c], page);
  expect(await recentNames(page)).toEqual(['C', 'A', 'B']);
  await rememberFolders([d, b], page);
  expect(await recentNames(page)).toEqual(['D', 'B', 'C']);
  await rememberFolders([], page);
  expect(await recentNames(page)).toEqual(['D', 'B', 'C']);
});

test('a new folder is still recent when the server has given it an id', async () => {
  const page = await connected();
  const parent = await create(page, 'Work');
  const folder = await create(page, 'New', parent);
  await rememberFolders([folder], page);
  await send(page);
  const { tree } = (await openPart({}, page)).built;
  expect(tree.isVisible(folder)).toBe(false);
  expect(await recentNames(page)).toEqual(['New']);
});

test('a folder in the trash is not recent', async () => {
  const page = await connected();
  const folder = await create(page, 'Old');
  await rememberFolders([folder], page);
  const change = { kind: 'folder.set', folder_id: folder, status_id: 2 } as const;
  await perform({ label: 'Moved a folder to the trash', changes: [change] }, page);
  expect(await recentNames(page)).toEqual([]);
});
