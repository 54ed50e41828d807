import { expect, type Page } from '@playwright/test';

import { apiOf, newMember } from './accounts.ts';
import { login, test } from './fixtures.ts';

const CALLS = '**/api/**';
const grid = (page: Page) => page.getByRole('main').getByRole('grid');

/** The server accepts calls and never answers. */
async function hang(page: Page): Promise<void> {
  await page.route(CALLS, () => undefined);
}

test('a new link shows and its dialog closes although the server never answers, and a banner says so', async ({
  page,
}) => {
  const account = await newMember();
  const call = await apiOf(account);
  await login(page, account);
  await expect(page.getByRole('button', { name: 'New Link' }).first()).toBeVisible();
  await hang(page);
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Add Url' });
  await dialog.getByLabel('Url').fill('hung.invalid');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(grid(page).getByRole('row')).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: "The server doesn't answer." })).toHaveText(
    "The server doesn't answer. 1 change will be sent when it does.",
  );
  await page.unroute(CALLS);
  await page.reload();
  await expect.poll(async () => (await call('/links/list/', {})).length).toBe(1);
});

test('a change that the server fails to make is listed, and can be tried again or discarded', async ({
  expectedErrors,
  page,
}) => {
  expectedErrors.push(/status of 500.*favorites\/toggle/);
  const account = await newMember();
  const call = await apiOf(account);
  for (const name of ['a', 'b', 'c', 'd']) await call('/links/create/', { url: `${name}.invalid` });
  await page.clock.install();
  await login(page, account);
  await expect(grid(page).getByRole('row')).toHaveCount(4);
  const failure = { primary_error: 'Something went wrong on our side. Please try again.' };
  await page.route('**/api/favorites/toggle/', async (route) =>
    route.fulfill({ status: 500, json: failure }),
  );
  for (const name of ['a', 'b', 'c', 'd'])
    await grid(page)
      .getByRole('button', { name: `Favorite ${name}.invalid` })
      .click();
  const banner = page.getByRole('status').filter({ hasText: "couldn't be saved" });
  await expect(async () => {
    await page.clock.runFor(5000);
    await expect(banner).toContainText("4 changes couldn't be saved.", { timeout: 100 });
  }).toPass({ timeout: 120_000 });
  await page.reload();
  await expect(banner).toContainText("4 changes couldn't be saved.");
  await banner.getByRole('button', { name: 'Show' }).click();
  const dialog = page.getByRole('dialog', { name: "Couldn't be saved" });
  await expect(dialog.getByRole('listitem')).toHaveCount(4);
  await page.unroute('**/api/favorites/toggle/');
  await dialog.getByRole('button', { name: /^Discard: .*a\.invalid/ }).click();
  await dialog.getByRole('button', { name: /^Try again: .*b\.invalid/ }).click();
  await dialog.getByRole('button', { name: 'Try all again' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(banner).toHaveCount(0);
  await expect.poll(async () => (await call('/favorites/list/', {})).length).toBe(3);
});

test('a new link is sent with the same key if the user retries after a server error', async ({
  expectedErrors,
  page,
}) => {
  expectedErrors.push(/status of 500.*links\/create/);
  const account = await newMember();
  const call = await apiOf(account);
  await login(page, account);
  await expect(page.getByRole('button', { name: 'New Link' }).first()).toBeVisible();
  let isFailing = true;
  const json = { primary_error: 'Something went wrong on our side. Please try again.' };
  await page.route('**/api/links/create/', async (route) => {
    if (!isFailing) return route.fallback();
    isFailing = false;
    return route.fulfill({ status: 500, json });
  });
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/links/create/')) keys.push(request.headers()['idempotency-key']);
  });
  // This page waits longer for the answer than the dialog.
  await page.goto('/links/create');
  const main = page.getByRole('main');
  await main.getByLabel('Url').fill('once.invalid');
  await page.keyboard.press('Enter');
  await expect(main.getByRole('listitem').filter({ hasText: json.primary_error })).toBeVisible();
  await main.getByRole('button', { name: 'Create' }).click();
  await expect.poll(async () => (await call('/links/list/', {})).length).toBe(1);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});
