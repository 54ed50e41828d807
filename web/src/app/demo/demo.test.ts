import { setImmediate as tick } from 'node:timers/promises';

import { itemsOf } from '@foldmark/library/memory/items';
import { expect, test, vi } from 'vitest';

import { createApiClient } from '#web/api/api-client.ts';
import { SAMPLE_FOLDERS } from '#web/features/import/sample-library.ts';
import { createManualTimers } from '#web/sync/testing/manual-timers.ts';
import { memoryStorage } from '#web/sync/testing/memory-storage.ts';

import { openDemoLibrary } from './demo-library.ts';
import { DEMO_UID, DemoServer } from './demo-server.ts';
import { addSample } from './sample-records.ts';
import { keepDemo, restoreDemo } from './tab-copy.ts';

const SAMPLE = Object.values(SAMPLE_FOLDERS).flat();
const report = (message: string, cause: unknown): never => {
  throw new Error(message, { cause });
};

const full = (): never => {
  throw new Error('The storage is full.');
};

/** Opens the demo of a tab, which continues with what the storage of the tab has. */
async function openDemo(storage = memoryStorage()) {
  const timers = createManualTimers();
  const server = new DemoServer(() => timers.now() * 1000, report);
  if (!restoreDemo(server, () => storage, report)) addSample(server, SAMPLE_FOLDERS);
  const copy = keepDemo({ server, storage: () => storage, timers, isLeaving: () => false, report });
  let keys = 0;
  const open = openDemoLibrary({
    server,
    api: createApiClient({ baseUrl: '', fetch: server.fetch, token: async () => DEMO_UID }),
    newKey: () => `demo-request-${(keys += 1)}`,
    firstKey: -1_000_000,
    onSeen: () => () => undefined,
    onLeave: () => () => undefined,
    timers,
    report,
  });
  await open.restored;
  const urls = (kind: 'all' | 'trash') =>
    open.library
      .links({ kind })
      .get()
      .map((key) => open.library.link(key)?.url);
  /** Waits for the demo's server, which answers without a network. */
  const settle = async () => {
    await vi.waitFor(() => {
      timers.pass(1000);
      expect(open.unsent.get()).toBe(0);
    });
    await tick();
  };
  return { storage, timers, server, copy, open, urls, settle };
}

test('the demo shows the sample library at once, with its folders, notes and favorites', async () => {
  const { open, urls } = await openDemo();
  expect(open.loading.get()).toEqual({ links: false, folders: false, folder_links: false, favorites: false });
  expect(urls('all')).toHaveLength(SAMPLE.length);
  expect(open.library.tree.children(0)).toHaveLength(Object.keys(SAMPLE_FOLDERS).length);
  const favorites = open.library.links({ kind: 'favorites' }).get();
  expect(favorites.map((key) => open.library.link(key)?.note)).not.toContain('');
  expect(favorites).toHaveLength(SAMPLE.filter(({ note }) => note !== undefined).length);
  await open.close();
});

test('the server in the tab makes and undoes changes, its own changes arrive, and no request leaves the tab', async () => {
  const network = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('The demo has sent a request.'));
  const { open, server, urls, settle } = await openDemo();
  const [folder = 0] = open.library.tree.children(0);
  const { key } = open.actions.createLink({ url: 'https://example.com/new', folder });
  await settle();
  expect(open.library.isPending('link', key)).toBe(false);
  expect(server.links.all.get(String(open.library.link(key)?.link_id))?.url).toBe('https://example.com/new');
  expect(open.library.foldersOf(key)).toEqual([folder]);

  server.setTitle(open.library.link(key)?.link_id ?? 0, 'From the server');
  await settle();
  expect(open.library.link(key)?.name).toBe('From the server');

  open.actions.setItemsStatus(itemsOf('link', [key]), 2);
  await settle();
  expect(urls('trash')).toEqual(['https://example.com/new']);
  open.undo.undo();
  await settle();
  expect(urls('trash')).toEqual([]);

  open.actions.setItemsStatus(itemsOf('folder', [folder]), 2);
  await settle();
  expect(server.folder(open.library.folder(folder)?.folder_id ?? 0)?.status_id).toBe(2);
  expect(open.failures.get()).toEqual([]);
  expect(network).not.toHaveBeenCalled();
  network.mockRestore();
  await open.close();
});

test('a reload of the tab continues with its changes, and a damaged copy starts again', async () => {
  const before = await openDemo();
  before.open.actions.createLink({ url: 'https://example.com/kept' });
  const [favorite = 0] = before.open.library.links({ kind: 'favorites' }).get();
  before.open.actions.setItemsStatus(itemsOf('link', [favorite]), 2);
  await before.settle();
  before.copy.save();
  await before.open.close();

  const after = await openDemo(before.storage);
  expect(after.urls('all')).toEqual(before.urls('all'));
  expect(after.urls('trash')).toEqual(before.urls('trash'));
  const { key } = after.open.actions.createLink({ url: 'https://example.com/later' });
  await after.settle();
  expect(after.urls('all')).toHaveLength(SAMPLE.length + 1);
  const { lastId } = before.server;
  expect(after.open.library.link(key)?.link_id).toBe(lastId + 1);
  await after.open.close();

  const reports: string[] = [];
  before.storage.setItem('foldmark.demo', '{"lastId":1,"displayName":"","links":"[[1]]"}');
  const server = new DemoServer(() => 1, report);
  expect(
    restoreDemo(
      server,
      () => before.storage,
      (message) => reports.push(message),
    ),
  ).toBe(false);
  expect(reports).toHaveLength(1);
  expect(server.links.all.size).toBe(0);
});

test('a call that the demo has no answer for says that it needs an account', async () => {
  const server = new DemoServer(() => 1, report);
  const response = await server.fetch('/imports/start/', { body: '{}' });
  expect([response.status, await response.json()]).toEqual([
    400,
    { errors: ["The demo can't do this. It needs an account."] },
  ]);
});

test('if the tab can keep no copy, the demo goes on and logs it once', async () => {
  const reports: string[] = [];
  const timers = createManualTimers();
  const server = new DemoServer(() => timers.now() * 1000, report);
  keepDemo({
    server,
    storage: () => ({ ...memoryStorage(), setItem: full }),
    timers,
    isLeaving: () => false,
    report: (message) => reports.push(message),
  });
  for (const url of ['https://one.invalid/', 'https://two.invalid/']) {
    server.execute({ kind: 'link.create', ref: -1, url });
    timers.pass(1000);
  }
  expect(reports).toEqual(["The demo can't be kept for a reload of this tab."]);
  expect(server.links.all.size).toBe(2);
});
