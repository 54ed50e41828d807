import { expect, type Page } from '@playwright/test';

import { apiOf, newMember } from './accounts.ts';
import { answerNetworkTest, login, test } from './fixtures.ts';

// Each test loads the page several times and waits for retries.
test.describe.configure({ timeout: 120_000 });

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

test('a logout with unsent changes asks first, and then removes all data', async ({
  page,
  context,
  expectedErrors,
}) => {
  await memberWith(page, ['one.invalid']);
  await context.route(CHANGES, () => undefined);
  await row(page, 'one.invalid').getByRole('button', { name: 'Favorite one.invalid' }).click();
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|Could not reach Cloud Firestore/);
  await answerNetworkTest(context);
  await context.setOffline(true);
  await expect(
    page.getByText("You're offline. 1 change will be sent when you're back online."),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  const question = page.getByRole('alertdialog', { name: 'Log out now?' });
  await expect(question).toContainText("1 change hasn't been saved");
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, 'one.invalid')).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Log out' }).click();
  await question.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Join Now!' })).toBeVisible();
  await expect
    .poll(async () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .not.toContainEqual(expect.stringContaining('foldmark-library-'));
});
