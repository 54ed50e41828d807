import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';

import { serveDeployed, type DeployedSite } from '#tests/support/deployed-site.ts';

import { apiOf, newMember, settingOf } from './accounts.ts';
import { fillLogin, login, test as base } from './fixtures.ts';

const test = base.extend<{ readonly site: DeployedSite }>({
  // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads from the pattern which fixtures are needed: none
  site: async ({}, provide) => {
    const site = await serveDeployed(settingOf('FOLDMARK_APP_URL'));
    await provide(site);
    await site.stop();
  },
});

/** Chromium and the SDK log each failed request. */
const NO_NETWORK = /ERR_INTERNET_DISCONNECTED|Could not reach Cloud Firestore/;
const UPDATE_NOTICE = 'A new version of Foldmark is ready.';

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('after a first visit, the library and its pages open without a network', async ({
    page,
    context,
    expectedErrors,
  }) => {
    expectedErrors.push(NO_NETWORK);
    const account = await newMember();
    const call = await apiOf(account);
    await call('/links/create/', { url: 'https://example.com/cached' });
    await call('/folders/create/', { name: 'Cached too' });
    await login(page, account);
    await expect(page.getByRole('link', { name: 'example.com/cached' })).toBeVisible();
    await waitForWorker(page);

    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('link', { name: 'example.com/cached' })).toBeVisible();
    await expect(page.getByText("You're offline.")).toBeVisible();
    await page.goto('/settings');
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await page.goto('/links/create?url=https://example.com/page.html');
    await expect(page.getByLabel('Url')).toHaveValue('https://example.com/page.html');

    await context.setOffline(false);
    await page.goto('/');
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByRole('link', { name: 'Join Now!' })).toBeVisible();
    await expect.poll(async () => page.evaluate(async () => caches.has('foldmark-uploads'))).toBe(false);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('link', { name: 'Join Now!' })).toBeVisible();
  });

  test('a new version waits for a reload, and other tabs keep the old version until they reload', async ({
    context,
    site,
  }) => {
    const [reloading, staying] = await openTwoTabs(context, site);
    site.deployNext();
    await reloading.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect(reloading.getByText(UPDATE_NOTICE)).toBeVisible();
    await expect(staying.getByText(UPDATE_NOTICE)).toBeVisible();
    await expect(nextVersionIn(reloading)).toHaveCount(0);
    await expectNoticeUncovered(staying);

    await reloading.getByRole('button', { name: 'Reload' }).click();
    await expect(nextVersionIn(reloading)).toHaveCount(1);
    await expect(reloading.getByRole('button', { name: 'Log out' })).toBeVisible();
    await expect(reloading.getByText(UPDATE_NOTICE)).toHaveCount(0);

    await expect(nextVersionIn(staying)).toHaveCount(0);
    await staying.getByRole('link', { name: 'Settings' }).click();
    await expect(staying.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await expect(nextVersionIn(staying)).toHaveCount(0);
    await staying.getByRole('button', { name: 'Reload' }).click();
    await expect(nextVersionIn(staying)).toHaveCount(1);
    await expect(staying.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  });
});

test('a page whose files a deployment removed offers a reload, which shows the page', async ({
  page,
  site,
  expectedErrors,
}) => {
  expectedErrors.push(/404/, /dynamically imported module|Unable to preload/);
  // The app preloads the popups last.
  const preloaded = page.waitForResponse(/new-link-dialog/);
  await openAt(page, site);
  await preloaded;
  site.deployNext();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('alert')).toContainText("couldn't be loaded");
  await expect(page.getByRole('navigation', { name: 'Library' })).toBeVisible();
  await page.getByRole('alert').getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});

test('the service worker caches all files of the app except the AWS SDK, source maps and App Check, which is off', async ({
  page,
}) => {
  const list = await (await page.request.get('/sw.js')).text();
  const names = [...list.matchAll(/"url":"([^"]+)"/g)].map(([, name = '']) => name);
  expect(names).toEqual(expect.arrayContaining(['index.html', 'favicon.ico']));
  const files = await Promise.all(
    names.map(async (name) => ({ name, text: await (await page.request.get(`/${name}`)).text() })),
  );
  expect(files.filter(({ text }) => text.includes('AWSCognitoIdentityService'))).toEqual([]);
  expect(names.filter((name) => name.endsWith('.map') || name.includes('app-check'))).toEqual([]);
});

test('the manifest is valid, and its images exist in the stated sizes', async ({ page, context }) => {
  await page.goto('/');
  const devtools = await context.newCDPSession(page);
  const { data = '', errors } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest: {
    icons: { src: string; sizes: string; type: string; purpose?: string }[];
    screenshots: { src: string; sizes: string; type: string }[];
    share_target: unknown;
  } = JSON.parse(data);
  expect(manifest).toMatchObject({ id: '/', scope: '/', display: 'standalone' });
  expect(manifest.share_target).toMatchObject({ action: '/links/create', method: 'GET' });
  expect(new Set(manifest.icons.map(({ purpose }) => purpose))).toEqual(
    new Set([undefined, 'maskable', 'monochrome']),
  );
  for (const { src, sizes, type } of [...manifest.icons, ...manifest.screenshots]) {
    const response = await page.request.get(src);
    expect(response.headers()['content-type']).toBe(type);
    if (type === 'image/png') expect(sizeOfPng(await response.body())).toBe(sizes);
  }
});

/** Waits until the worker is registered, seconds after the library shows, and has cached its files. */
async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

async function openAt(page: Page, { url }: DeployedSite): Promise<void> {
  await page.goto(`${url}/login`);
  await fillLogin(page, await newMember());
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
}

async function openTwoTabs(context: BrowserContext, site: DeployedSite): Promise<[Page, Page]> {
  const [first, second] = [await context.newPage(), await context.newPage()];
  await openAt(first, site);
  await waitForWorker(first);
  await second.goto(site.url);
  await expect(second.getByRole('button', { name: 'Log out' })).toBeVisible();
  // The second tab registers the worker too, after which it shows the notice of a new version.
  await expect
    .poll(async () => second.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true);
  return [first, second];
}

/** Checks on a phone that a message does not cover the notice. */
async function expectNoticeUncovered(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'New Link' }).click();
  await page.getByLabel('Url', { exact: true }).fill('one.invalid');
  await page.getByRole('button', { name: 'Create' }).click();
  // On a narrow screen with a mouse, the buttons of a row show while the pointer is over it.
  await page.getByRole('row', { name: 'one.invalid' }).hover();
  await page.getByRole('button', { name: 'More for one.invalid' }).click();
  await page.getByRole('menuitem', { name: 'Move to Trash' }).click();
  const message = page.getByRole('region', { name: 'Messages' }).getByRole('listitem');
  // A hovered message stays open.
  await message.hover();
  const [above, below] = [await message.boundingBox(), await page.getByText(UPDATE_NOTICE).boundingBox()];
  if (above === null || below === null) throw new Error('The message or the notice is not visible.');
  expect(above.y + above.height).toBeLessThan(below.y);
}

function nextVersionIn(page: Page): Locator {
  return page.locator('script[src*="/index-"][src*="-next.js"]');
}

/** Reads the size from the first chunk of a PNG. */
function sizeOfPng(png: Buffer): string {
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}
