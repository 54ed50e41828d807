import { expect } from '@playwright/test';

import { test } from './fixtures.ts';
import { memberWith, pasteText, row, SAVE_TIMEOUT } from './library-page.ts';

test.describe('the page of a new link', () => {
  test('gets its texts from a bookmarklet', async ({ page }) => {
    await memberWith(page, []);
    await page.goto('/links/create?url=https%3A%2F%2Fone.invalid%2F&title=The%20one');
    await page.getByRole('button', { name: 'Create' }).click();
    await expect(page).toHaveURL(/\/links\/\d+$/);
    await expect(page.getByRole('heading', { level: 1, name: 'The one' })).toBeVisible();
    await expect(page.getByText('Not in any folder')).toBeVisible();
  });

  test('keeps what was entered while a search or another page shows', async ({ page }) => {
    const { call } = await memberWith(page, ['soup.invalid']);
    await call('/folders/create/', { name: 'Reading' });
    await page.goto('/links/create');
    await page.getByLabel('Url').fill('one.invalid');
    await page.getByLabel('Name').fill('The one');
    await page.getByRole('button', { name: 'Folder: No folder' }).click();
    await page.getByRole('dialog').getByText('Reading').click();
    await expect(page.getByRole('button', { name: 'Folder: Reading' })).toBeVisible();
    const isKept = async () => {
      await expect(page).toHaveURL('/links/create');
      await expect(page.getByLabel('Url')).toHaveValue('one.invalid');
      await expect(page.getByLabel('Name')).toHaveValue('The one');
      await expect(page.getByRole('button', { name: 'Folder: Reading' })).toBeVisible();
    };
    await page.getByRole('searchbox', { name: 'search my links' }).pressSequentially('soup');
    await expect(row(page, 'soup.invalid')).toBeVisible();
    await page.keyboard.press('Escape');
    await isKept();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL('/');
    await page.goBack();
    await isKept();
    await page.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'The one' })).toBeVisible();
    await expect.poll(async () => (await call('/folder-links/list/', {})).length, SAVE_TIMEOUT).toBe(1);
  });
});

test('several lines pasted into the page of a new link are several links, and what it holds stays', async ({
  page,
}) => {
  const { call } = await memberWith(page, []);
  const urls = async () => (await call('/links/list/', {})).map(({ url }) => url);
  await page.goto('/links/create');
  const field = page.getByLabel('Url');
  await expect(field).toBeFocused();
  await pasteText(page, 'https://one.invalid/a\nhttps://two.invalid/b');
  await expect(page).toHaveURL('/');
  await expect(page.getByText('2 links added to All Items.')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect.poll(urls, SAVE_TIMEOUT).toEqual(['https://one.invalid/a', 'https://two.invalid/b']);

  await page.goto('/links/create?url=https://shared.invalid/');
  await expect(field).toBeFocused();
  await pasteText(page, 'https://three.invalid\nhttps://four.invalid');
  await expect(page.getByText('2 links added to All Items.')).toBeVisible();
  await expect(field).toHaveValue('https://shared.invalid/');
  await expect.poll(async () => (await urls()).length, SAVE_TIMEOUT).toBe(4);

  await field.fill('');
  await pasteText(page, 'https://five.invalid/a\nThe title of its page');
  await expect(field).toHaveValue('https://five.invalid/a');
  await expect(page.getByText('1 line was left out: it is not a url.')).toBeVisible();
});
