import { join } from 'node:path';

import { PROJECT_ROOT } from '@foldmark/tools/suite/places';
import { expect, type Page } from '@playwright/test';

import { bundleOf, servePage } from '#tests/support/page-bundle.ts';

import { test as base } from './fixtures.ts';

interface Fixtures {
  /** Opens another tab on the page that has the replica in its hands. */
  readonly openTab: (prepare?: string) => Promise<Tab>;
}

interface Workers {
  readonly replicaPageUrl: string;
}

interface Tab {
  readonly page: Page;
  /** Calls a function of ReplicaPage (web/src/sync/testing/replica-page.ts). */
  readonly ask: (what: string, ...input: readonly unknown[]) => Promise<unknown>;
  readonly reports: () => Promise<unknown>;
}

const test = base.extend<Fixtures, Workers>({
  replicaPageUrl: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads from the pattern which fixtures are wanted: none
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
        ask: async (what, ...input) =>
          page.evaluate(`replicaPage.${what}(${input.map((value) => JSON.stringify(value)).join(', ')})`),
        reports: async () => page.evaluate('replicaPage.reports'),
      };
    });
  },
});

const STATE = { newest: 5, heardAt: 7 };
const SORRY = 'The library cannot be stored in this browser.';

function link(link_id: number, name: string | null, at: number) {
  const texts = { url: '', image_s3_key: '', favicon_key: '', favicon_url: '', domain_name: '' };
  const record = { ...texts, link_id, name, status_id: 1, created_at: 1, updated_at: at };
  return { id: String(link_id), at, record: name === null ? null : record };
}

const recently = Date.now() * 1000;

/** What a page does for this person while the app is still on its way. */
async function readAhead(page: Page, uid: string): Promise<void> {
  await page.evaluate((member) => {
    localStorage.setItem('foldmark.member', member);
  }, JSON.stringify({ uid }));
  await page.addScriptTag({ path: join(PROJECT_ROOT, 'web/public/ahead.js') });
  await page.evaluate('foldmarkAhead.read');
}

test('what was written is there after a reload, without what was deleted', async ({ openTab }) => {
  const { page, ask, reports } = await openTab();
  expect(await ask('load', 'ann')).toEqual({ names: [], state: null });
  await ask('write', 'ann', [link(1, 'one', 1), link(2, 'two', 2), link(3000, 'far', 3)], STATE);
  await ask('write', 'ann', [link(2, null, 4), link(3, 'three', 5)], STATE);
  await page.reload();
  expect(await ask('load', 'ann')).toEqual({ names: ['one', 'three', 'far'], state: STATE });
  expect(await ask('load', 'bob')).toEqual({ names: [], state: null });
  await ask('replace', 'ann', [link(9, 'nine', 1)], { newest: 1, heardAt: 9 });
  expect(await ask('load', 'ann')).toEqual({ names: ['nine'], state: { newest: 1, heardAt: 9 } });
  expect(await reports()).toEqual([]);
});

test('what was read ahead of the app is its first look, and where nothing is kept none is made', async ({
  openTab,
}) => {
  const { page, ask, reports } = await openTab();
  await readAhead(page, 'ann');
  expect(await ask('databases')).not.toContain('foldmark-library-ann');
  await ask('write', 'ann', [link(1, 'one', 1)], STATE);
  await readAhead(page, 'ann');
  // So that it shows which of the two is looked at.
  await page.evaluate(`
    const { write } = replicaPage;
    const ahead = foldmarkAhead;
    delete globalThis.foldmarkAhead;
    write('ann', [${JSON.stringify(link(2, 'two', 2))}], ${JSON.stringify(STATE)}).then(() => {
      globalThis.foldmarkAhead = ahead;
    })
  `);
  expect(await ask('load', 'ann')).toEqual({ names: ['one'], state: STATE });
  expect(await ask('load', 'ann')).toEqual({ names: ['one', 'two'], state: STATE });
  await readAhead(page, 'ann');
  expect(await ask('load', 'bob')).toEqual({ names: [], state: null });
  expect(await reports()).toEqual([]);
});

test('a tab that is behind puts nothing older over what another has written', async ({ openTab }) => {
  const [here, there] = [await openTab(), await openTab()];
  await there.ask('hold', 'ann');
  await here.ask('write', 'ann', [link(1, 'new', recently + 2), link(2, null, recently + 3)], {
    newest: 30,
    heardAt: 30,
  });
  await there.ask('writeHeld', [link(1, 'old', recently + 1), link(2, 'old', recently + 2)], {
    newest: 20,
    heardAt: 20,
  });
  expect(await there.ask('load', 'ann')).toEqual({ names: ['new'], state: { newest: 30, heardAt: 30 } });
});

test('what is damaged is told once, and read anew', async ({ openTab }) => {
  const { ask, reports } = await openTab();
  await ask('write', 'ann', [link(300, 'good', 1)], STATE);
  await ask('damage', 'ann');
  expect(await ask('load', 'ann')).toEqual({ names: [], state: null });
  expect(await ask('load', 'ann')).toEqual({ names: [], state: null });
  expect(await reports()).toEqual(['The stored library is damaged and will be read from the server again.']);
});

test('a browser without IndexedDB keeps nothing, says so once and goes on', async ({ openTab }) => {
  const without = 'Object.defineProperty(window, "indexedDB", { value: undefined })';
  const { page, ask, reports } = await openTab(without);
  await readAhead(page, 'ann');
  await ask('hold', 'ann');
  await ask('writeHeld', [link(1, 'one', 1)], STATE);
  // The page itself has opened one too.
  expect(await reports()).toEqual([SORRY, SORRY]);
});

test('a browser whose IndexedDB never answers is not waited for', async ({ openTab }) => {
  const { ask, reports } = await openTab(`
    const open = indexedDB.open.bind(indexedDB);
    indexedDB.open = (name) => Object.assign(open(name), { addEventListener: () => undefined });
  `);
  expect(await ask('load', 'ann')).toEqual({ names: [], state: null });
  expect(await reports()).toContain(SORRY);
});

test('the replicas of others go, also where a tab has one open, which goes on without', async ({
  openTab,
}) => {
  const [here, there] = [await openTab(), await openTab()];
  for (const uid of ['ann', 'bob']) await here.ask('write', uid, [link(1, uid, 1)], STATE);
  await there.ask('hold', 'ann');
  await here.ask('forget', 'bob');
  await expect.poll(async () => here.ask('databases')).toEqual(['foldmark-library-bob']);
  await there.ask('writeHeld', [link(1, 'still here', 2)], STATE);
  expect(await here.ask('databases')).toEqual(['foldmark-library-bob']);
  expect(await here.ask('load', 'bob')).toEqual({ names: ['bob'], state: STATE });
  await here.ask('forget', null);
  await expect.poll(async () => here.ask('databases')).toEqual([]);
  expect([await here.reports(), await there.reports()]).toEqual([[], []]);
});
