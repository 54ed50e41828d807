import { expect, test } from 'vitest';

import { openFolders, openLibrary } from '#extension/copy/open-library.ts';
import { pull } from '#extension/copy/pull.ts';
import { connectedWorld, settled } from '#extension/copy/testing/connected-world.ts';
import { writeConnection } from '#extension/connection/stored-connection.ts';
import type { Environment } from '#extension/platform/environment.ts';
import { ORIGIN } from '#extension/platform/testing/test-server.ts';
import { isSaved } from '#extension/pages/page-state.ts';

async function namesIn(env: Environment): Promise<readonly string[]> {
  const library = await openLibrary(env);
  return [...library.tables.links.entries()].map(([, { name }]) => name).sort(byText);
}

function byText(one: string, other: string): number {
  return one < other ? -1 : 1;
}

const NAMES = Array.from({ length: 30 }, (_, index) => `https://example.com/${index}`).sort(byText);

test('a copy gets the library in pages, and then only the news', async () => {
  const { server, env, addLink } = await connectedWorld();
  for (const name of NAMES) addLink(name);
  await pull({}, env);
  expect(await namesIn(env)).toEqual(NAMES);
  addLink('https://new.example/');
  server.requests.length = 0;
  await pull({}, env);
  expect(server.requests).toEqual(['/api/library/changes/']);
  expect(await namesIn(env)).toEqual([...NAMES, 'https://new.example/']);
});

test('a young copy is not pulled again', async () => {
  const { server, browser, env } = await connectedWorld();
  server.requests.length = 0;
  browser.now += 59_000;
  await pull({ maxAgeMs: 60_000 }, env);
  expect(server.requests).toEqual([]);
  browser.now += 2000;
  await pull({ maxAgeMs: 60_000 }, env);
  expect(server.requests).toEqual(['/api/library/changes/']);
});

test('a deleted link and a changed url leave the copy and its index', async () => {
  const { server, env, addLink } = await connectedWorld();
  const [deleted, moved] = [addLink('https://deleted.example/'), addLink('https://old.example/')];
  await pull({}, env);
  expect(await isSaved('https://deleted.example', env)).toBe('saved');
  server.links.delete(String(deleted), server.nextVersion());
  server.execute({ kind: 'link.set', link_id: moved, url: 'https://moved.example/' });
  await pull({}, env);
  const states = ['https://deleted.example/', 'https://old.example/', 'https://moved.example/'].map(
    async (url) => isSaved(url, env),
  );
  expect(await Promise.all(states)).toEqual([null, null, 'saved']);
});

test.each(Array.from({ length: 24 }, (_, index) => index + 1))(
  'a worker that is killed at step %i of a pull goes on with the page after the last stored one',
  async (steps) => {
    const { server, browser, addLink } = await connectedWorld();
    for (const name of NAMES) addLink(name);
    server.requests.length = 0;
    void pull({}, browser.open(steps));
    await settled();
    await pull({}, browser.open());
    expect(await namesIn(browser.open())).toEqual(NAMES);
    // Five pages, and at most one of them twice.
    expect(server.requests.length).toBeLessThanOrEqual(6);
  },
);

test('while the whole library comes again, the earlier copy shows', async () => {
  const { server, browser, env, addLink } = await connectedWorld();
  const gone = addLink('https://gone.example/');
  for (const name of NAMES) addLink(name);
  await pull({}, env);
  server.links.delete(String(gone), server.nextVersion());
  server.hasForgottenCursors = true;
  // The begin, the refused call, and two pages.
  void pull({}, browser.open(12));
  await settled();
  server.hasForgottenCursors = true;
  void pull({}, browser.open(12));
  await settled();
  expect(await namesIn(browser.open())).toEqual([...NAMES, 'https://gone.example/']);
  await pull({}, browser.open());
  expect(await namesIn(browser.open())).toEqual(NAMES);
  const keys = await browser.store.read(async (records) => records.list('chunk '));
  expect(new Set(keys.map(({ key }) => key.split(' ')[1]))).toEqual(new Set(['3']));
});

test('a damaged copy starts again', async () => {
  const { browser, env, addLink } = await connectedWorld();
  for (const name of NAMES) addLink(name);
  await pull({}, env);
  const damage = async (): Promise<void> =>
    browser.store.write(async (records) => {
      for (const { key } of await records.list('chunk ')) records.put(key, '[[1]]');
    });
  await damage();
  browser.told.length = 0;
  expect(await namesIn(env)).toEqual([]);
  expect(browser.told).toEqual([{ kind: 'pull' }]);
  await pull({}, env);
  expect(await namesIn(env)).toEqual(NAMES);
  await damage();
  addLink('https://new.example/');
  await pull({}, env);
  expect(await namesIn(env)).toEqual([...NAMES, 'https://new.example/']);
});

test('a page that does not match the contract leaves the copy as it is, and an alarm tries again', async () => {
  const { server, browser, env, addLink } = await connectedWorld();
  addLink('https://example.com/');
  await pull({}, env);
  const broken = { links: [['1', 5, 'x']], folders: [], folder_links: [], favorites: [] };
  const answer = { restart: false, columns: { ...broken, links: [] }, rows: broken, since: 'x', more: false };
  server.answer = (path) => (path === '/api/library/changes/' ? Response.json(answer) : null);
  await pull({}, env);
  expect(await namesIn(env)).toEqual(['https://example.com/']);
  expect(browser.alarms.get('pull')).toBe(browser.now + 60_000);
  expect(browser.reported).toHaveLength(1);
});

test('a full disk leaves the copy as it is', async () => {
  const { browser, env, addLink } = await connectedWorld();
  addLink('https://example.com/');
  browser.store.isFull = true;
  await pull({}, env);
  browser.store.isFull = false;
  expect(await namesIn(env)).toEqual([]);
  await pull({}, env);
  expect(await namesIn(env)).toEqual(['https://example.com/']);
});

test('the copy of another account neither shows nor goes on', async () => {
  const { browser, env, addLink } = await connectedWorld();
  addLink('https://example.com/');
  await pull({}, env);
  const mine = { origin: ORIGIN, name: '', isEnded: false, accessUntil: Infinity };
  const stored = browser.values.get('connection');
  await writeConnection(env, { ...mine, account: `${ORIGIN} other`, access: 'x', refresh: 'x' });
  expect(await namesIn(env)).toEqual([]);
  expect(await isSaved('https://example.com/', env)).toBeNull();
  browser.values.set('connection', stored);
  expect(await namesIn(env)).toEqual(['https://example.com/']);
});

test('folders open without links', async () => {
  const { server, env, addLink } = await connectedWorld();
  addLink('https://example.com/');
  server.execute({ kind: 'folder.create', ref: -1, name: 'Recipes', parent_folder_id: 0 });
  await pull({}, env);
  const library = await openFolders(env);
  expect(library.tree.visible.map((key) => library.folder(key)?.name)).toEqual(['Recipes']);
  expect([...library.tables.links.entries()]).toEqual([]);
});
