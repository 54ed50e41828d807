import { expect, type Page } from '@playwright/test';

import { apiOf, type CallApi, newMember, settingOf } from './accounts.ts';
import { login, test } from './fixtures.ts';
import { BACK_ONLINE, cutServers, NO_NETWORK, tryAgain } from './without-network.ts';

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

const OFFLINE = "You're offline. Changes are kept and sent when you're back online.";

async function memberWith(page: Page, urls: readonly string[]): Promise<CallApi> {
  const account = await newMember();
  const call = await apiOf(account);
  for (const url of urls) await call('/links/create/', { url });
  await login(page, account);
  await expect(page.getByRole('row')).toHaveCount(urls.length);
  return call;
}

test('without a network a reload shows the library, the display name and a banner', async ({
  page,
  context,
  expectedErrors,
}) => {
  const call = await memberWith(page, ['one.invalid']);
  await call('/users/update/', { display_name: 'Ada of the net' });
  await page.goto('/settings');
  await expect(page.getByLabel('Display Name')).toHaveValue('Ada of the net');
  expectedErrors.push(...NO_NETWORK);
  await cutServers(context);
  await page.reload();
  await expect(page.getByLabel('Display Name')).toHaveValue('Ada of the net');
  await page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name: 'All Items' }).click();
  await expect(row(page, 'one.invalid')).toBeVisible();
  await expect(page.getByText(OFFLINE)).toBeVisible();
});

test('a change that can not be sent stays, and is sent when the server can be reached again', async ({
  page,
  context,
  expectedErrors,
}) => {
  const call = await memberWith(page, ['one.invalid']);
  expectedErrors.push(...NO_NETWORK);
  await cutServers(context);
  const star = row(page, 'one.invalid').getByRole('button', { name: 'Favorite one.invalid' });
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  const banner = page.getByText("You're offline. 1 change will be sent when you're back online.");
  await expect(banner).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: "Couldn't change the favorite." })).toHaveCount(
    0,
  );
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  const mark = row(page, 'one.invalid').getByRole('img', { name: 'Not sent yet' });
  await expect(mark).toBeVisible();
  await tryAgain(page);
  await expect(page.getByRole('status').getByText('Sent.')).toBeVisible();
  await expect(mark).toHaveCount(0);
  await expect.poll(async () => (await call('/favorites/list/', {})).length, { timeout: 40_000 }).toBe(1);
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await expect(banner).toHaveCount(0);
});

test('a tab that was offline receives the changes that it missed', async ({
  page,
  context,
  expectedErrors,
}) => {
  const call = await memberWith(page, ['one.invalid']);
  expectedErrors.push(...NO_NETWORK);
  await context.setOffline(true);
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await call('/links/create/', { url: 'two.invalid' });
  await context.setOffline(false);
  await expect(page.getByText(OFFLINE)).toHaveCount(0, BACK_ONLINE);
  await expect(row(page, 'two.invalid')).toBeVisible({ timeout: 40_000 });
});

test('a first visit that can not read the library reports that, and retries', async ({
  page,
  context,
  expectedErrors,
}) => {
  const account = await newMember();
  const call = await apiOf(account);
  await call('/links/create/', { url: 'one.invalid' });
  await login(page, account);
  await page.evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases())
      if (name.startsWith('foldmark-library-')) indexedDB.deleteDatabase(name);
  });
  expectedErrors.push(...NO_NETWORK);
  const firestore = settingOf('FOLDMARK_FIRESTORE_HOST');
  // Firestore is down until the message shows and the app checks the server's health for a retry.
  let isDown = true;
  let isTold = false;
  await context.route(
    (url) => url.host === firestore,
    async (route) => (isDown ? route.abort('connectionrefused') : route.fallback()),
  );
  await context.route('**/api/health/', async (route) => {
    if (isTold) isDown = false;
    await route.fallback();
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: "Couldn't reach the server" })).toBeVisible({
    timeout: 40_000,
  });
  await expect(page.getByText("Couldn't load changes from your other tabs and devices.")).toBeVisible();
  isTold = true;
  // The app may retry first.
  await Promise.any([
    page.getByRole('main').getByRole('button', { name: 'Try again' }).first().click(),
    row(page, 'one.invalid').waitFor(),
  ]);
  await expect(row(page, 'one.invalid')).toBeVisible();
  await expect(page.getByText("Couldn't load changes from your other tabs and devices.")).toHaveCount(0);
});

test('a tab that loses only its feed says so until the feed is live again', async ({
  page,
  context,
  expectedErrors,
}) => {
  const call = await memberWith(page, ['one.invalid']);
  const banner = page.getByText("Couldn't load changes from your other tabs and devices.");
  // The feed is live: a change arrives.
  await call('/links/create/', { url: 'two.invalid' });
  await expect(row(page, 'two.invalid')).toBeVisible();
  expectedErrors.push(...NO_NETWORK);
  const firestore = settingOf('FOLDMARK_FIRESTORE_HOST');
  await context.route(
    (url) => url.host === firestore,
    async (route) => route.abort('connectionrefused'),
  );
  // The feed's requests under way end only with the network.
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(banner).toBeVisible({ timeout: 40_000 });
  await tryAgain(page);
  await expect(banner).toHaveCount(0, { timeout: 40_000 });
  await call('/links/create/', { url: 'three.invalid' });
  await expect(row(page, 'three.invalid')).toBeVisible({ timeout: 40_000 });
});
