import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startFirestore, type RunningFirestore } from '@foldmark/firestore-emulator/src/server/server.ts';
import { expect, test as base, type BrowserContext } from '@playwright/test';

import { idToken, SdkHost, SdkPage, type ClientOptions } from './sdk-page.ts';

const RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /open/{document=**} { allow read, write: if true; }
    match /users/{uid}/{document=**} { allow read, write: if request.auth.uid == uid; }
  }
}`;

/** A server that can restart on its port with its data. */
class Server {
  readonly #directory: string;
  #running: RunningFirestore | null = null;
  port = 0;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async start(): Promise<void> {
    const options = {
      host: '127.0.0.1',
      port: this.port,
      rules: RULES,
      dataDirectory: join(this.#directory, 'data'),
    };
    this.#running = await startFirestore(options);
    this.port = this.#running.port;
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
    this.#running = null;
  }
}

type Open = (options?: Partial<ClientOptions>, context?: BrowserContext) => Promise<SdkPage>;

const test = base.extend<{ server: Server; host: SdkHost; open: Open }>({
  // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads from the pattern which fixtures are needed: none
  host: async ({}, use) => {
    const host = await SdkHost.start();
    await use(host);
    host.stop();
  },
  // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads from the pattern which fixtures are needed: none
  server: async ({}, use) => {
    const directory = await mkdtemp(join(tmpdir(), 'firestore-e2e-'));
    const server = new Server(directory);
    await server.start();
    await use(server);
    await server.stop();
    await rm(directory, { recursive: true });
  },
  open: async ({ server, host, context }, use) => {
    const pages: SdkPage[] = [];
    await use(async (options = {}, at = context) => {
      const page = await SdkPage.open(at, host.origin, {
        project: 'demo-browser',
        port: server.port,
        ...options,
      });
      pages.push(page);
      return page;
    });
    expect(pages.flatMap(({ errors }) => errors)).toEqual([]);
  },
});

const ann = { uid: 'ann', token: idToken('ann') };
const bob = { uid: 'bob', token: idToken('bob') };

test('a local write shows at once and is confirmed by the server', async ({ open }) => {
  const page = await open();
  await page.call('listen', 'low', { path: 'open', filters: [['rank', '<', 3]], order: 'rank', size: 2 });
  await page.call('listen', 'one', { path: 'open/b' });
  await expect.poll(() => page.confirmed('low')).toEqual([]);
  for (const [id, rank] of [
    ['a', 2],
    ['b', 1],
    ['c', 0],
    ['d', 5],
  ] as const)
    await page.call('write', `open/${id}`, { rank });
  await expect.poll(() => page.confirmed('low')).toEqual(['c', 'b']);
  await expect.poll(() => page.confirmed('one')).toEqual(['b']);
  await page.call('remove', 'open/c');
  await expect.poll(() => page.confirmed('low')).toEqual(['b', 'a']);
  expect(await page.call('get', 'open/d')).toEqual({ rank: 5 });
  await Promise.all([page.call('increment', 'open/n'), page.call('increment', 'open/n')]);
  expect(await page.call('get', 'open/n')).toEqual({ count: 2 });
});

test('text of every Unicode plane and documents of 300 KB arrive unchanged, and compressed', async ({
  open,
  context,
}) => {
  const encodings = new Set<string | undefined>();
  context.on('response', (response) => {
    if (response.url().includes('TYPE=xmlhttp')) encodings.add(response.headers()['content-encoding']);
  });
  const [writer, reader] = [await open(), await open()];
  await reader.call('listen', 'all', { path: 'open' });
  const planes = Array.from({ length: 17 }, (_, plane) => String.fromCodePoint(plane * 0x10000 + 0xfd)).join(
    '',
  );
  const texts = {
    'Ünïcode 漢字 😀': `${planes}\u0000\u2028"\\`,
    wide: '𝔉漢é.'.repeat(25_000),
    plain: 'x'.repeat(300_000),
  };
  await writer.call('set', 'open/日本 🗾', texts);
  await expect.poll(() => reader.confirmed('all')).toEqual(['日本 🗾']);
  expect((await reader.news('all')).docs).toEqual([['日本 🗾', texts]]);
  await writer.call('set', 'open/after', { text: 'the stream is still in sync' });
  await expect.poll(() => reader.confirmed('all')).toEqual(['after', '日本 🗾']);
  expect([...encodings]).toEqual(['gzip']);
});

test('each of two tabs receives the writes of the other', async ({ open }) => {
  const tabs = [await open(), await open()];
  for (const tab of tabs) await tab.call('listen', 'all', { path: 'open' });
  await Promise.all(tabs.map((tab, index) => tab.call('set', `open/${index}`, { from: index })));
  for (const tab of tabs) await expect.poll(() => tab.confirmed('all')).toEqual(['0', '1']);
});

test('after a page was offline, it and the others receive the missed writes', async ({ open, browser }) => {
  const context = await browser.newContext();
  const [here, away] = [await open(), await open({}, context)];
  for (const page of [here, away]) await page.call('listen', 'all', { path: 'open' });
  await expect.poll(() => away.confirmed('all')).toEqual([]);
  await context.setOffline(true);
  await away.call('write', 'open/away', { n: 1 });
  await here.call('set', 'open/here', { n: 2 });
  await expect
    .poll(() => away.news('all'))
    .toMatchObject({ docs: [['away', { n: 1 }]], hasPendingWrites: true });
  await context.setOffline(false);
  for (const page of [here, away])
    await expect.poll(() => page.confirmed('all'), { timeout: 30_000 }).toEqual(['away', 'here']);
  await context.close();
});

test('fifty listeners of one page share a stream, and each receives its own changes', async ({ open }) => {
  const page = await open();
  const names = Array.from({ length: 50 }, (_, index) => `list${index}`);
  for (const name of names) await page.call('listen', name, { path: `open/lists/${name}` });
  for (const name of names) await expect.poll(() => page.confirmed(name)).toEqual([]);
  await Promise.all(names.map((name) => page.call('set', `open/lists/${name}/entry`, { name })));
  for (const name of names) await expect.poll(() => page.confirmed(name)).toEqual(['entry']);
});

test('a denied call or listener fails with permission-denied, and the others continue', async ({ open }) => {
  const page = await open(ann);
  await page.call('listen', 'own', { path: 'users/ann/notes' });
  await page.call('listen', 'other', { path: 'users/bob/notes' });
  await expect.poll(() => page.news('other')).toEqual({ error: 'permission-denied' });
  expect(await page.call('refusal', 'get', 'users/bob/notes/n')).toBe('permission-denied');
  expect(await page.call('refusal', 'set', 'users/bob/notes/n', {})).toBe('permission-denied');
  await page.call('set', 'users/ann/notes/n', {});
  await expect.poll(() => page.confirmed('own')).toEqual(['n']);
});

test('signing out and in as another user changes the user of requests and listeners', async ({ open }) => {
  const page = await open(ann);
  await page.call('set', 'users/ann/notes/of-ann', {});
  await page.call('listen', 'ann', { path: 'users/ann/notes' });
  await expect.poll(() => page.confirmed('ann')).toEqual(['of-ann']);
  await page.call('signIn', null, null);
  await expect.poll(() => page.news('ann')).toEqual({ error: 'permission-denied' });
  await page.call('signIn', bob.uid, bob.token);
  await page.call('set', 'users/bob/notes/of-bob', {});
  await page.call('listen', 'bob', { path: 'users/bob/notes' });
  await expect.poll(() => page.confirmed('bob')).toEqual(['of-bob']);
  expect(await page.call('refusal', 'get', 'users/ann/notes/of-ann')).toBe('permission-denied');
});

test('a page recovers from a restart of the server without a reload', async ({ open, server }) => {
  const page = await open();
  await page.call('listen', 'all', { path: 'open' });
  await page.call('set', 'open/before', {});
  await expect.poll(() => page.confirmed('all')).toEqual(['before']);
  await server.stop();
  await page.call('write', 'open/meanwhile', {});
  await server.start();
  await expect.poll(() => page.confirmed('all'), { timeout: 45_000 }).toEqual(['before', 'meanwhile']);
  await page.call('set', 'open/after', {});
  await expect.poll(() => page.confirmed('all')).toEqual(['after', 'before', 'meanwhile']);
});
