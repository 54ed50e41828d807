/// <reference lib="dom" />
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { browserOptions } from '@foldmark/tools/support/browsers';
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test';

import { apiOf, newMember } from './accounts.ts';
import { login, test } from './fixtures.ts';
import { seedLinks } from './seed-links.ts';
import {
  cutServers,
  expectNothingUnsent,
  NO_NETWORK,
  OUTAGES,
  sentBy,
  tryAgain,
  unsentIn,
} from './without-network.ts';

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Long enough for a busy machine to save a change. */
const SAVE_TIMEOUT = { timeout: 40_000 };
const CHANGES = '**/api/{links,folders,favorites}/**';

async function memberWith(page: Page, urls: readonly string[], folder?: string) {
  const account = await newMember();
  const call = await apiOf(account);
  for (const url of urls) await call('/links/create/', { url });
  const { folder_id } =
    folder === undefined ? { folder_id: 0 } : await call('/folders/create/', { name: folder });
  const path = folder === undefined ? '/' : `/folders/${folder_id}`;
  await login(page, account, path);
  await expect(
    page.getByRole('main').getByRole('heading', { level: 1, name: folder ?? 'All Items' }),
  ).toBeVisible();
  return { call, path, folder_id };
}

async function addLink(page: Page, url: string): Promise<void> {
  await page.getByRole('button', { name: 'New Link' }).click();
  await page.getByRole('dialog', { name: 'Add Url' }).getByLabel('Url').fill(url);
  await page.keyboard.press('Enter');
}

test('a link added just before a reload is created exactly once', async ({ page }) => {
  const { call } = await memberWith(page, []);
  await addLink(page, 'one.invalid');
  await page.reload();
  await expect(row(page, 'one.invalid')).toHaveCount(1);
  await expect.poll(async () => (await call('/links/list/', {})).length, SAVE_TIMEOUT).toBe(1);
  await expect(row(page, 'one.invalid')).toHaveCount(1);
});

test('a change of 12,000 links is stored when the page is left before its next task', async ({ page }) => {
  const account = await newMember();
  await seedLinks(account, 12_000);
  await login(page, account);
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await page.evaluate(() => {
    // No task of the page runs any more.
    Object.assign(window, { setTimeout: () => 0 });
  });
  await page.keyboard.press('Delete');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Empty' })).toBeVisible(SAVE_TIMEOUT);
  await expectNothingUnsent(page);
});

test('the next page of any tab shows unsent changes and sends them', async ({ page, context }) => {
  const { call, path, folder_id } = await memberWith(page, [], 'Reading');
  // The server never responds.
  await context.route(CHANGES, () => undefined);
  await page.getByRole('main').getByRole('button', { name: 'Favorite Reading' }).click();
  await addLink(page, 'two.invalid');
  await expect(row(page, 'two.invalid')).toBeVisible();
  await page.reload();
  await expect(row(page, 'two.invalid')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: 'Favorite Reading' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  // Adding the link to the folder waits for the id of the link.
  expect(await call('/folder-links/list/', {})).toEqual([]);
  await page.close();
  await context.unroute(CHANGES);
  const tab = await context.newPage();
  await tab.goto(path);
  await expect(row(tab, 'two.invalid')).toHaveCount(1, SAVE_TIMEOUT);
  await expect.poll(async () => (await call('/folder-links/list/', {})).length, SAVE_TIMEOUT).toBe(1);
  expect(await call('/links/list/', {})).toHaveLength(1);
  expect(await call('/favorites/list/', {})).toEqual([{ object_id: folder_id, object_type: 'folder' }]);
  await expect(row(tab, 'two.invalid')).toHaveCount(1);
});

test('an open tab shows and sends the changes of a tab that closes', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/);
  const { call } = await memberWith(page, ['one.invalid']);
  await page.route(CHANGES, async (route) => route.abort());
  await addLink(page, 'two.invalid');
  await expect(row(page, 'two.invalid')).toBeVisible();
  const tab = await context.newPage();
  // As in a window of its own, which was visible all the time.
  const content = "addEventListener('visibilitychange', (event) => event.stopImmediatePropagation(), true)";
  await tab.addInitScript({ content });
  await tab.goto('/');
  // The tab waits for the end of the first one. Before, it could find a closed page when it looks for changes.
  const waiting = async () => tab.evaluate(async () => (await navigator.locks.query()).pending);
  await expect.poll(waiting).toContainEqual(expect.objectContaining({ mode: 'shared' }));
  await expect(row(tab, 'one.invalid')).toBeVisible();
  await expect(row(tab, 'two.invalid')).toHaveCount(0);
  await page.goto('about:blank');
  await expect(row(tab, 'two.invalid')).toBeVisible();
  await expect.poll(async () => (await call('/links/list/', {})).length, SAVE_TIMEOUT).toBe(2);
});

test('a logout with unsent changes asks first, and then removes all data', async ({
  page,
  context,
  expectedErrors,
}) => {
  // No service worker stores the dialog that asks: the page preloads it.
  const preloaded = page.waitForResponse(/assets\/overlays/);
  await memberWith(page, ['one.invalid']);
  await preloaded;
  await context.route(CHANGES, () => undefined);
  await row(page, 'one.invalid').getByRole('button', { name: 'Favorite one.invalid' }).click();
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|Could not reach Cloud Firestore/);
  await context.setOffline(true);
  await expect(
    page.getByText("You're offline. 1 change will be sent when you're back online."),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  const question = page.getByRole('alertdialog', { name: 'Log out now?' });
  await expect(question).toContainText(
    "1 change hasn't been sent to the server yet. If you log out now, it's lost.",
  );
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, 'one.invalid')).toBeVisible();
  await context.setOffline(false);
  // The command of quick open asks too.
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Go to a folder, link or command' }).fill('log out');
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Join Now!' })).toBeVisible();
  await expect
    .poll(async () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .not.toContainEqual(expect.stringMatching(/^foldmark-(?:library|outbox)-/));
});

test('edits survive restarts of the browser without a network, and are sent by the first one with a network', async ({
  baseURL,
}) => {
  const account = await newMember();
  const call = await apiOf(account);
  await call('/links/create/', { url: 'one.invalid' });
  const directory = await mkdtemp(join(tmpdir(), 'foldmark-restart-'));
  const start = async (offline: boolean) => {
    const context = await chromium.launchPersistentContext(directory, {
      ...browserOptions(),
      ...(baseURL === undefined ? {} : { baseURL }),
      serviceWorkers: 'allow',
      offline,
    });
    const [page = await context.newPage()] = context.pages();
    return { context, page };
  };
  const first = await start(false);
  await login(first.page, account);
  await expect(row(first.page, 'one.invalid')).toBeVisible();
  const [outage] = OUTAGES;
  await outage.start(first.context, first.page);
  await addLink(first.page, 'two.invalid');
  await expect(row(first.page, 'two.invalid')).toBeVisible();
  await first.context.close();

  const second = await start(true);
  await second.page.goto('/');
  await expect(row(second.page, 'two.invalid')).toBeVisible();
  // An edit of a link that the server does not know yet.
  await row(second.page, 'two.invalid').getByRole('button', { name: 'Favorite two.invalid' }).click();
  await row(second.page, 'one.invalid').getByRole('button', { name: 'Favorite one.invalid' }).click();
  await second.context.close();

  const third = await start(false);
  await third.page.goto('/');
  await expect.poll(async () => (await call('/favorites/list/', {})).length, SAVE_TIMEOUT).toBe(2);
  expect((await call('/links/list/', {})).map(({ name }) => name)).toEqual([
    'https://one.invalid',
    'https://two.invalid',
  ]);
  await expectNothingUnsent(third.page);
  await expect(third.page.getByRole('button', { name: /^Favorite /, pressed: true })).toHaveCount(2);
  await third.context.close();
  await rm(directory, { recursive: true });
});

/** Lets the first request to each path of the API through, and drops its answer. Returns the requests. */
async function loseFirstAnswers(context: BrowserContext): Promise<readonly string[]> {
  const sent = sentBy(context);
  const lost = new Set<string>();
  await context.route(CHANGES, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (lost.has(pathname)) {
      await route.fallback();
      return;
    }
    lost.add(pathname);
    await route.fetch();
    await route.abort('connectionreset');
  });
  return sent;
}

test('a change whose answer is lost after the commit is made exactly once', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(...NO_NETWORK);
  const { call, folder_id } = await memberWith(page, [], 'Reading');
  const sent = await loseFirstAnswers(context);
  await addLink(page, 'two.invalid');
  await page.getByRole('main').getByRole('button', { name: 'Favorite Reading' }).click();
  await expect(row(page, 'two.invalid')).toBeVisible();
  await expectNothingUnsent(page);
  expect((await call('/links/list/', {})).map(({ name }) => name)).toEqual(['https://two.invalid']);
  expect(await call('/folder-links/list/', {})).toHaveLength(1);
  expect(await call('/favorites/list/', {})).toEqual([{ object_id: folder_id, object_type: 'folder' }]);
  expect(sent.filter((one) => one.startsWith('/links/create/'))).toHaveLength(2);
  await expect(row(page, 'two.invalid')).toHaveCount(1);
  await expect(page.getByRole('listitem').filter({ hasText: "Couldn't" })).toHaveCount(0);
});

test('a selection whose answer is lost after the commit is trashed once, and stays restored by a device that answered meanwhile', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(...NO_NETWORK);
  const { call } = await memberWith(page, ['one.invalid', 'two.invalid']);
  const sent: string[] = [];
  await context.route('**/api/batch/', async (route) => {
    sent.push(route.request().postData() ?? '');
    if (sent.length > 1) {
      await route.fallback();
      return;
    }
    await route.fetch();
    const [link] = await call('/links/list/', {});
    if (link !== undefined) await call('/links/update/', { ...link, status_id: 1 });
    await route.abort('connectionreset');
  });
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Move to Trash' }).click();
  await expectNothingUnsent(page);
  expect(sent).toHaveLength(2);
  expect(sent[0]).toBe(sent[1]);
  // The repeat did not trash the first link again.
  expect((await call('/links/list/', {})).map(({ status_id }) => status_id)).toEqual([1, 2]);
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(1, SAVE_TIMEOUT);
});

test('500 edits made without a network arrive in few requests, with less than 20 s of pauses between them', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(...NO_NETWORK);
  const account = await newMember();
  const call = await apiOf(account);
  await seedLinks(account, 500);
  await page.clock.install();
  await login(page, account);
  await expect(row(page, 'Link number 1').first()).toBeVisible();
  await cutServers(context);
  const sent = sentBy(context);
  await page.evaluate(starAll);
  await expect(page.getByText('500 changes will be sent')).toBeVisible();
  // Only the pauses of the app count, whose timers run by hand. A busy machine needs long for the requests.
  await page.clock.pauseAt(Date.now() + 60_000);
  await tryAgain(page);
  await expect(async () => {
    // This comes once a second, so 20 s of pauses would take longer than the timeout.
    await page.clock.runFor(100);
    expect(await unsentIn(page)).toBe(0);
  }).toPass({ timeout: 120_000 });
  expect(await call('/favorites/list/', {})).toHaveLength(500);
  await page.clock.resume();
  await expectNothingUnsent(page);
  expect(sent.length).toBeLessThan(20);
});

/** Runs in the page. Clicks the star of each row while scrolling down. */
async function starAll(): Promise<void> {
  const grid = document.querySelector('main [role=grid]');
  if (grid === null) throw new Error('There is no list.');
  const count = Number(grid.getAttribute('aria-rowcount'));
  let index = 1;
  while (index <= count) {
    const star = grid.querySelector<HTMLElement>(`[aria-rowindex="${index}"] [aria-pressed]`);
    if (star === null) {
      // Scrolls to the last row that is there, and waits for the next ones.
      grid.querySelector(`[aria-rowindex="${index - 1}"]`)?.scrollIntoView({ block: 'start' });
      await new Promise(requestAnimationFrame);
    } else {
      if (star.ariaPressed === 'false') star.click();
      index += 1;
    }
  }
}

/** Runs in the page. How many collections the replica has. */
async function storedCollections(): Promise<number> {
  const stored = (await indexedDB.databases()).find(({ name }) => name?.startsWith('foldmark-library-'));
  if (stored?.name === undefined) return 0;
  const opening = indexedDB.open(stored.name);
  return new Promise((resolve, reject) => {
    opening.addEventListener('error', reject);
    opening.addEventListener('success', () => {
      if (!opening.result.objectStoreNames.contains('states')) {
        resolve(0);
        return;
      }
      const counting = opening.result.transaction('states').objectStore('states').count();
      counting.addEventListener('success', () => {
        resolve(counting.result);
      });
      opening.result.close();
    });
  });
}

test('a browser that stores no changes says so while it is offline, and asks before an unsent one is lost', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(...NO_NETWORK);
  const { call } = await memberWith(page, ['one.invalid']);
  const star = row(page, 'one.invalid').getByRole('button', { name: 'Favorite one.invalid' });
  await expect(star).toBeVisible();
  // The reload without a network shows the stored library.
  await expect.poll(async () => page.evaluate(storedCollections)).toBe(4);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.evaluate(() => {
    Reflect.set(globalThis, 'persistCalls', 0);
    StorageManager.prototype.persisted = async () => false;
    StorageManager.prototype.persist = async () => {
      Reflect.set(globalThis, 'persistCalls', Number(Reflect.get(globalThis, 'persistCalls')) + 1);
      return true;
    };
    const { put } = IDBObjectStore.prototype;
    Reflect.set(globalThis, 'freeStorage', () => {
      IDBObjectStore.prototype.put = put;
    });
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The storage is full.', 'QuotaExceededError');
    };
  });
  await cutServers(context);
  await star.click();
  await expect(
    page.getByText(
      "You're offline, and this browser can't store changes. Keep this tab open. 1 change will be sent when you're back online.",
    ),
  ).toBeVisible();
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual(['beforeunload']);
  expect(await page.evaluate('persistCalls')).toBe(0);

  await page.evaluate('freeStorage()');
  await expect(
    page.getByText("You're offline. 1 change will be sent when you're back online."),
  ).toBeVisible();
  // The first change is stored: the browser is asked to keep it.
  expect(await page.evaluate('persistCalls')).toBe(1);
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await tryAgain(page);
  await expectNothingUnsent(page);
  expect(await call('/favorites/list/', {})).toHaveLength(1);
});
