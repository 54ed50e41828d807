import { join } from 'node:path';

import { PROJECT_ROOT } from '@foldmark/tools/suite/places';
import { expect, type Page } from '@playwright/test';

import { bundleOf, servePage } from '#tests/support/page-bundle.ts';

import { test as base } from './fixtures.ts';

interface Fixtures {
  /** Opens a tab with the page that exposes the replica. */
  readonly openTab: (prepare?: string) => Promise<Tab>;
}

interface Workers {
  readonly replicaPageUrl: string;
}

interface Tab {
  readonly page: Page;
  /** Calls a function of ReplicaPage (web/src/sync/testing/replica-page.ts). */
  readonly call: (name: string, ...input: readonly unknown[]) => Promise<unknown>;
  readonly reports: () => Promise<unknown>;
}

const test = base.extend<Fixtures, Workers>({
  replicaPageUrl: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads from the pattern which fixtures are needed: none
    async ({}, provide) => {
      const entry = join(PROJECT_ROOT, 'web/src/sync/testing/replica-page.ts');
      const { url, stop } = await servePage(await bundleOf(entry));
      await provide(url);
      await stop();
    },
    { scope: 'worker' },
  ],
  openTab: async ({ context, replicaPageUrl }, provide) => {
    await provide(async (prepare) => {
      const page = await context.newPage();
      if (prepare !== undefined) await page.addInitScript(prepare);
      await page.goto(replicaPageUrl);
      return {
        page,
        call: async (name, ...input) =>
          page.evaluate(`replicaPage.${name}(${input.map((value) => JSON.stringify(value)).join(', ')})`),
        reports: async () => page.evaluate('replicaPage.reports'),
      };
    });
  },
});

const STATE = { newest: 5, heardAt: 7 };
const NO_CHANGES_STORED = 'Changes cannot be stored in this browser.';
const NOT_STORED = 'The library cannot be stored in this browser.';

function link(link_id: number, name: string | null, at: number) {
  const texts = { url: '', image_s3_key: '', favicon_key: '', favicon_url: '', domain_name: '', note: '' };
  const page = { description: '', picture_s3_key: '' };
  const times = { created_at: 1, updated_at: at };
  const record = { ...texts, ...page, link_id, name, status_id: 1, distinct_from: [], ...times };
  return { id: String(link_id), at, record: name === null ? null : record };
}

/** The databases of the users, without that of the page itself. */
async function namesIn(call: Tab['call']): Promise<readonly string[]> {
  const names = await call('databases');
  const list = Array.isArray(names) ? names.map(String) : [];
  return list.filter((name) => !name.endsWith('-unused')).toSorted();
}

const now = Date.now() * 1000;

let bundling: Promise<string> | undefined;
async function aheadScript(): Promise<string> {
  bundling ??= bundleOf(join(PROJECT_ROOT, 'web/src/app/start/ahead.ts'));
  return bundling;
}

/** Reads the replica ahead, like a page while the app is loading. */
async function readAhead(page: Page, uid: string): Promise<void> {
  await page.evaluate(
    (member) => {
      localStorage.setItem('foldmark.member', member);
    },
    JSON.stringify({ uid, email: null, emailVerified: true }),
  );
  // In a block, as in the page (web/build/inline-scripts.ts).
  await page.addScriptTag({ content: `{${await aheadScript()}}` });
  await page.evaluate('foldmarkAhead.read');
}

/**
 * Reads the replica ahead, and returns the names of its links while the database does not open. Without timers, a load that
 * waits for the database never ends.
 */
async function loadWithoutDatabase(page: Page): Promise<unknown> {
  await readAhead(page, 'ann');
  return page.evaluate(`(async () => {
    const open = IDBFactory.prototype.open;
    const { setTimeout } = globalThis;
    IDBFactory.prototype.open = (name) => Object.assign(open.call(indexedDB, name + ' never'), { addEventListener: () => 0 });
    globalThis.setTimeout = () => 0;
    try {
      return (await replicaPage.load('ann')).names;
    } finally {
      IDBFactory.prototype.open = open;
      globalThis.setTimeout = setTimeout;
    }
  })()`);
}

test('after a reload, the replica has all written records except deleted ones', async ({ openTab }) => {
  const { page, call, reports } = await openTab();
  expect(await call('load', 'ann')).toEqual({ names: [], state: null });
  await call('replace', 'ann', [link(1, 'one', 1), link(2, 'two', 2), link(3000, 'far', 3)], STATE);
  await call('write', 'ann', [link(2, null, 4), link(3, 'three', 5)], STATE);
  await page.reload();
  expect(await call('load', 'ann')).toEqual({ names: ['one', 'three', 'far'], state: STATE });
  expect(await call('load', 'bob')).toEqual({ names: [], state: null });
  await call('replace', 'ann', [link(9, 'nine', 1)], { newest: 1, heardAt: 9 });
  expect(await call('load', 'ann')).toEqual({ names: ['nine'], state: { newest: 1, heardAt: 9 } });
  expect(await reports()).toEqual([]);
});

test('the first load uses the records that were read ahead, and reading ahead creates no database', async ({
  openTab,
}) => {
  const { page, call, reports } = await openTab();
  await readAhead(page, 'ann');
  expect(await call('databases')).not.toContain('foldmark-library-ann');
  const other = await openTab();
  expect(await loadWithoutDatabase(other.page)).toEqual([]);
  await call('replace', 'ann', [link(1, 'one', 1)], STATE);
  expect(await loadWithoutDatabase(other.page)).toEqual(['one']);
  await readAhead(page, 'ann');
  // Writes a second link, so that the two loads differ.
  await page.evaluate(`
    const { write } = replicaPage;
    const ahead = foldmarkAhead;
    delete globalThis.foldmarkAhead;
    write('ann', [${JSON.stringify(link(2, 'two', 2))}], ${JSON.stringify(STATE)}).then(() => {
      globalThis.foldmarkAhead = ahead;
    })
  `);
  expect(await call('load', 'ann')).toEqual({ names: ['one'], state: STATE });
  expect(await call('load', 'ann')).toEqual({ names: ['one', 'two'], state: STATE });
  await readAhead(page, 'ann');
  expect(await call('load', 'bob')).toEqual({ names: [], state: null });
  expect(await reports()).toEqual([]);
});

test('a tab that is behind does not overwrite newer records of another tab', async ({ openTab }) => {
  const [here, there] = [await openTab(), await openTab()];
  await there.call('hold', 'ann');
  await here.call('replace', 'ann', [], STATE);
  await here.call('write', 'ann', [link(1, 'new', now + 2), link(2, null, now + 3)], {
    newest: 30,
    heardAt: 30,
  });
  await there.call('writeHeld', [link(1, 'old', now + 1), link(2, 'old', now + 2)], {
    newest: 20,
    heardAt: 20,
  });
  expect(await there.call('load', 'ann')).toEqual({ names: ['new'], state: { newest: 30, heardAt: 30 } });
});

test('a tab that read the library earlier does not replace what another tab has stored since', async ({
  openTab,
}) => {
  const [here, there] = [await openTab(), await openTab()];
  const earlier = [[link(1, 'old', now + 1), link(2, 'two', now + 1)], { newest: 20, heardAt: 20 }] as const;
  await here.call('replace', 'ann', ...earlier);
  await here.call('write', 'ann', [link(1, 'new', now + 2), link(2, null, now + 3)], {
    newest: 30,
    heardAt: 30,
  });
  await there.call('replace', 'ann', ...earlier);
  expect(await there.call('load', 'ann')).toEqual({ names: ['new'], state: { newest: 30, heardAt: 30 } });
  await there.call('write', 'ann', [link(3, 'three', now + 4)], { newest: 40, heardAt: 25 });
  const both = { names: ['new', 'three'], state: { newest: 40, heardAt: 30 } };
  expect(await here.call('load', 'ann')).toEqual(both);

  // Read after the last contact of the other tab, so that it lacks records that were deleted since.
  await there.call('replace', 'ann', [link(3, 'three', now + 4)], { newest: 40, heardAt: 50 });
  expect(await here.call('load', 'ann')).toEqual({
    names: ['three'],
    state: { newest: 40, heardAt: 50 },
  });
});

test('a replica that was stored with a clock far ahead does not stay', async ({ openTab }) => {
  const { call } = await openTab();
  const ahead = Date.now() + 86_400_000;
  await call('replace', 'ann', [link(1, 'old', 1)], { newest: 1, heardAt: ahead });
  await call('replace', 'ann', [link(1, 'new', 1)], { newest: 1, heardAt: 7 });
  expect(await call('load', 'ann')).toEqual({ names: ['new'], state: { newest: 1, heardAt: 7 } });
  await call('replace', 'bob', [link(1, 'old', 1)], { newest: 1, heardAt: ahead });
  await call('write', 'bob', [link(1, 'new', 2)], { newest: 2, heardAt: 7 });
  expect(await call('load', 'bob')).toEqual({ names: ['new'], state: { newest: 2, heardAt: 7 } });
});

test('a damaged replica is reported once and read again', async ({ openTab }) => {
  const { call, reports } = await openTab();
  const { call: callOther } = await openTab();
  await call('replace', 'ann', [link(300, 'good', 1)], STATE);
  await callOther('hold', 'ann');
  await call('damage', 'ann');
  expect(await call('load', 'ann')).toEqual({ names: [], state: null });
  expect(await call('load', 'ann')).toEqual({ names: [], state: null });
  // A change that the other tab receives is not the whole library.
  await callOther('writeHeld', [link(301, 'new', 2)], STATE);
  expect(await call('load', 'ann')).toEqual({ names: [], state: null });
  expect(await reports()).toEqual(['The stored library is damaged and will be read from the server again.']);
});

test('a browser without IndexedDB stores nothing, reports that once and continues', async ({ openTab }) => {
  const without = 'Object.defineProperty(window, "indexedDB", { value: undefined })';
  const { page, call, reports } = await openTab(without);
  await readAhead(page, 'ann');
  await call('hold', 'ann');
  await call('writeHeld', [link(1, 'one', 1)], STATE);
  expect(await call('canStoreHeld')).toBe(false);
  // The page opened a replica too.
  const messages = await reports();
  expect(messages).toHaveLength(4);
  expect(messages).toEqual(expect.arrayContaining([NOT_STORED, NO_CHANGES_STORED]));
});

test('a load does not wait for an IndexedDB that never responds', async ({ openTab }) => {
  const { call, reports } = await openTab(`
    const open = indexedDB.open.bind(indexedDB);
    indexedDB.open = (name) => Object.assign(open(name), { addEventListener: () => undefined });
  `);
  expect(await call('load', 'ann')).toEqual({ names: [], state: null });
  expect(await reports()).toContain(NOT_STORED);
});

test("other users' replicas are deleted, even if a tab has one open, and that tab continues", async ({
  openTab,
}) => {
  const [here, there] = [await openTab(), await openTab()];
  for (const uid of ['ann', 'bob']) await here.call('replace', uid, [link(1, uid, 1)], STATE);
  await there.call('hold', 'ann');
  await here.call('forget', 'bob');
  const bobs = ['foldmark-library-bob', 'foldmark-outbox-bob'];
  await expect.poll(async () => namesIn(here.call)).toEqual(bobs);
  await there.call('writeHeld', [link(1, 'still here', 2)], STATE);
  await there.call('leaveUnsentHeld', 'one');
  expect(await namesIn(here.call)).toEqual(bobs);
  expect(await here.call('load', 'bob')).toEqual({ names: ['bob'], state: STATE });
  await here.call('forget', null);
  await expect.poll(async () => namesIn(here.call)).toEqual([]);
  expect([await here.reports(), await there.reports()]).toEqual([[], []]);
});

test('unsent changes survive the end of a session without the rest of the library, until they are discarded', async ({
  openTab,
}) => {
  const { call, reports } = await openTab();
  await call('replace', 'ann', [link(1, 'ann', 1)], STATE);
  await call('leaveUnsent', 'ann');
  await call('forget', 'bob');
  expect(await call('load', 'ann')).toEqual({ names: [], state: null });
  expect(await call('unsent', 'ann')).toBe(1);
  expect([await call('countUnsent', 'ann'), await call('countUnsent', 'bob')]).toEqual([2, 0]);
  await call('discardUnsent', 'ann');
  expect(await call('countUnsent', 'ann')).toBe(0);
  await call('forget', null);
  await expect.poll(async () => namesIn(call)).toEqual([]);
  expect(await reports()).toEqual([]);
});

test('changes are stored after another tab has upgraded the database, and after the browser has evicted it', async ({
  openTab,
}) => {
  const { page, call, reports } = await openTab();
  await call('hold', 'ann');
  await call('leaveUnsentHeld', 'one');
  expect(await page.evaluate('replicaPage.kept')).toEqual(['ann']);
  await page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('foldmark-outbox-ann', 2);
    opening.onsuccess = () => resolve(opening.result.close());
  })`);
  await call('leaveUnsentHeld', 'two');
  expect(await call('unsent', 'ann')).toBe(2);

  const browser = await page.context().newCDPSession(page);
  const origin = new URL(page.url()).origin;
  await browser.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
  await call('leaveUnsentHeld', 'three');
  expect(await call('unsent', 'ann')).toBe(1);
  expect(await call('canStoreHeld')).toBe(true);
  expect(await reports()).toEqual([]);
});

test('a change that does not fit is stored when there is room again, unless it is done by then', async ({
  openTab,
}) => {
  const { page, call, reports } = await openTab();
  await call('hold', 'ann');
  await page.evaluate(`
    const { put } = IDBObjectStore.prototype;
    globalThis.freeStorage = () => { IDBObjectStore.prototype.put = put; };
    IDBObjectStore.prototype.put = function (entry) {
      if (entry.request === 'small') return put.call(this, entry);
      throw new DOMException('The storage is full.', 'QuotaExceededError');
    };
  `);
  for (const request of ['one', 'two', 'small']) await call('leaveUnsentHeld', request);
  expect(await call('canStoreHeld')).toBe(false);
  expect(await call('unsent', 'ann')).toBe(1);
  await call('doneHeld', 'two');
  await page.evaluate('freeStorage()');
  await expect.poll(async () => call('canStoreHeld')).toBe(true);
  expect(await call('unsent', 'ann')).toBe(2);
  expect(await reports()).toEqual([NO_CHANGES_STORED]);
});

test('changes and records are stored in a database that opens only after several seconds', async ({
  openTab,
}) => {
  const { page, call, reports } = await openTab(`
    const { promise, resolve } = Promise.withResolvers();
    globalThis.openDatabases = resolve;
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...input) {
      const request = open.apply(this, input);
      const add = request.addEventListener.bind(request);
      const later = (listener) => (event) => promise.then(() => listener(event));
      return Object.assign(request, {
        addEventListener: (type, listener) => add(type, type === 'success' ? later(listener) : listener),
      });
    };
  `);
  // Resolves after the timeout.
  await call('hold', 'ann');
  await call('leaveUnsentHeld', 'one');
  expect(await call('canStoreHeld')).toBe(false);
  const replaced = call('replaceHeld', [link(1, 'one', 1)], STATE);
  await page.evaluate('openDatabases()');
  await replaced;
  await expect.poll(async () => call('canStoreHeld')).toBe(true);
  expect(await call('unsent', 'ann')).toBe(1);
  expect(await call('load', 'ann')).toEqual({ names: ['one'], state: STATE });
  expect(await reports()).toEqual(expect.arrayContaining([NOT_STORED, NO_CHANGES_STORED]));
});
