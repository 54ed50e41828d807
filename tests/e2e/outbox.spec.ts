import { expect, type Page } from '@playwright/test';

import { apiOf, newMember } from './accounts.ts';
import { answerNetworkTest, login, test } from './fixtures.ts';

// Each story loads the page several times, and waits for what has failed to be tried again.
test.describe.configure({ timeout: 120_000 });

/** Changes whose page goes before the server has them. */
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** A busy machine takes its time until the server has it. */
const SAVED = { timeout: 40_000 };
const CHANGES = '**/api/{links,folders,favorites}/**';

async function memberWith(page: Page, urls: readonly string[], folder?: string) {
  const account = await newMember();
  const call = await apiOf(account);
  for (const url of urls) await call('/links/create/', { url });
  const { folder_id } =
    folder === undefined ? { folder_id: 0 } : await call('/folders/create/', { name: folder });
  const place = folder === undefined ? '/' : `/folders/${folder_id}`;
  await login(page, account, place);
  await expect(
    page.getByRole('main').getByRole('heading', { level: 1, name: folder ?? 'All Items' }),
  ).toBeVisible();
  return { call, place, folder_id };
}

async function addLink(page: Page, url: string): Promise<void> {
  await page.getByRole('button', { name: 'New Link' }).click();
  await page.getByRole('dialog', { name: 'Add Url' }).getByLabel('Url').fill(url);
  await page.keyboard.press('Enter');
}

test('a link that is added just before the page is loaded anew is there, once', async ({ page }) => {
  const { call } = await memberWith(page, []);
  await addLink(page, 'one.invalid');
  await page.reload();
  await expect(row(page, 'one.invalid')).toHaveCount(1);
  await expect.poll(async () => (await call('/links/list/', {})).length, SAVED).toBe(1);
  await expect(row(page, 'one.invalid')).toHaveCount(1);
});

test('what was never sent shows in the next page, in whatever tab, and is sent from there', async ({
  page,
  context,
}) => {
  const { call, place, folder_id } = await memberWith(page, [], 'Reading');
  // A server that never answers.
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
  // That it belongs into the folder could not be said before the link was answered.
  expect(await call('/folder-links/list/', {})).toEqual([]);
  await page.close();
  await context.unroute(CHANGES);
  const tab = await context.newPage();
  await tab.goto(place);
  await expect(row(tab, 'two.invalid')).toHaveCount(1, SAVED);
  await expect.poll(async () => (await call('/folder-links/list/', {})).length, SAVED).toBe(1);
  expect(await call('/links/list/', {})).toHaveLength(1);
  expect(await call('/favorites/list/', {})).toEqual([{ object_id: folder_id, object_type: 'folder' }]);
  await expect(row(tab, 'two.invalid')).toHaveCount(1);
});

test('who logs out with changes that could not be sent is asked, and leaves nothing behind', async ({
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
