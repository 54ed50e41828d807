/// <reference lib="dom" />

import { expect, type Page } from '@playwright/test';

import { apiOf, newMember, type CallApi } from './accounts.ts';
import { ANNOUNCER, expectNoViolationsInBothThemes, REDUCED_MOTION } from './axe.ts';
import { login, test } from './fixtures.ts';
import { memberWith, openMenu, row, SAVE_TIMEOUT } from './library-page.ts';
import { seedFolders, seedLinks } from './seed-links.ts';
import { expectNothingUnsent, NO_NETWORK } from './without-network.ts';

test.use(REDUCED_MOTION);

const COUNT = 5000;
const MAX_ELEMENTS = 1500;

const countElements = async (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

/** Expects the row that the arrows have moved to. It shows after the list has scrolled to it. */
async function expectActive(page: Page, name: string): Promise<void> {
  const activeRow = async () =>
    page.evaluate(() => {
      const id = document.activeElement?.getAttribute('aria-activedescendant') ?? '';
      const control = document.getElementById(id);
      return control?.closest('label')?.textContent ?? control?.textContent ?? null;
    });
  await expect.poll(activeRow).toBe(name);
}

/** The names of the folders that the server has put links into. */
async function foldersWithLinks(call: CallApi): Promise<readonly string[]> {
  const names = new Map((await call('/folders/list/', {})).map(({ folder_id, name }) => [folder_id, name]));
  return (await call('/folder-links/list/', {}))
    .map(({ folder_id }) => names.get(folder_id) ?? '')
    .toSorted();
}

test('with thousands of folders few are in the page, and the keyboard checks, finds and creates one', async ({
  page,
}) => {
  const account = await newMember();
  // 100 folders in the root, with 49 folders in each.
  await seedFolders(account, COUNT, (id) => (id <= 100 ? 0 : (id % 100) + 1));
  const call = await apiOf(account);
  await seedLinks(account, 40);
  await call('/folders/add-link/', { folder_id: 4321, link_id: 9 });
  await login(page, account);
  await page.getByRole('button', { name: 'Folders', exact: true }).click();
  await openMenu(page, 'Link number 9', 'Folders');
  const dialog = page.getByRole('dialog', { name: 'Link Folders' });
  const folder = (name: string) => dialog.getByRole('checkbox', { name, exact: true });
  const field = dialog.getByRole('searchbox', { name: 'search folders' });
  await expect(field).toBeFocused();
  await expect(folder('Folder 4321')).toBeInViewport();
  await expect(folder('Folder 4321')).toBeChecked();
  expect(await countElements(page)).toBeLessThan(MAX_ELEMENTS);

  await page.keyboard.press('Home');
  await expectActive(page, 'Folder 0001');
  await page.keyboard.press('End');
  await expect(folder('Folder 4999')).toBeInViewport();
  await expectActive(page, 'Folder 4999');
  await page.keyboard.press('Space');
  await expect(folder('Folder 4999')).toBeChecked();
  await expect(field).toBeFocused();

  // The best match is active, and an accent does not matter. Here a space is text.
  await page.keyboard.type('fólder 0142');
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await expectActive(page, 'Folder 0142 in Folder 0043');
  await expect(folder('Folder 0142')).toHaveAccessibleDescription('Folder 0043 / Folder 0142');
  await expect(dialog.getByRole('status')).toHaveText('1 folder');
  await page.keyboard.press('Enter');
  await expect(folder('Folder 0142')).toBeChecked();
  await field.fill('Folder 00');
  await page.keyboard.press('ArrowDown');
  await expectActive(page, 'Folder 0002');

  await field.fill('Folder');
  await expect(dialog.getByRole('status')).toHaveText('5,000 folders');
  expect(await countElements(page)).toBeLessThan(MAX_ELEMENTS);
  await field.fill('Recipes');
  await expect(dialog.getByRole('button', { name: 'Create "Recipes"' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('');
  await expect(folder('Recipes')).toBeChecked();
  await expect(folder('Recipes')).toBeInViewport();
  // A name that exists is not offered again.
  await field.fill('recipes');
  await expect(dialog.getByRole('button', { name: /^Create/ })).toHaveCount(0);
  // A path creates the missing folders as one gesture.
  await field.fill('recipes/');
  await expect(dialog.getByRole('status')).toHaveText('0 folders');
  await field.fill('recipes/Soups/Cold');
  await expect(dialog.getByRole('button', { name: 'Create "Soups / Cold" in Recipes' })).toBeVisible();
  await expectActive(page, 'Create "Soups / Cold" in Recipes');
  await page.keyboard.press('Enter');
  await expect(folder('Cold')).toBeChecked();
  await field.fill('recipes/so');
  await expectActive(page, 'Soups in Recipes');
  await expect
    .poll(async () => foldersWithLinks(call), SAVE_TIMEOUT)
    .toEqual(['Cold', 'Folder 0142', 'Folder 4321', 'Folder 4999', 'Recipes']);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(folder('Soups')).toBeInViewport();
  await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  // One undo removes the folders with their membership.
  await page.keyboard.press('Control+z');
  const newest = async () => (await call('/folders/list/', {})).filter(({ folder_id: id }) => id > COUNT);
  await expect.poll(async () => (await newest()).map(({ name }) => name), SAVE_TIMEOUT).toEqual(['Recipes']);
  await page.keyboard.press('Control+z');
  await expect.poll(newest, SAVE_TIMEOUT).toEqual([]);
});

test('a new link goes to the chosen folder, also to one that is created without a network', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(...NO_NETWORK);
  const { call } = await memberWith(page, []);
  const { folder_id } = await call('/folders/create/', { name: 'Recipes' });
  await call('/folders/create/', { name: 'Travel' });
  await page.goto(`/folders/${folder_id}`);
  await expect(page).toHaveTitle('Recipes');
  const dialog = page.getByRole('dialog', { name: 'Add Url' });
  const picker = page.getByRole('dialog', { name: 'Choose a folder' });
  const add = async (url: string, choose: () => Promise<void>) => {
    await page.keyboard.press('n');
    await dialog.getByLabel('Url').fill(url);
    await dialog.getByRole('button', { name: 'Folder: Recipes' }).click();
    await expect(picker.getByRole('searchbox')).toBeFocused();
    await choose();
    await expect(picker).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(dialog).toHaveCount(0);
  };

  await add('one.invalid', async () => {
    await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });
    // Closes only the popover.
    await page.keyboard.press('Escape');
    await expect(picker).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Folder: Recipes' }).press('Enter');
    await page.keyboard.type('trav');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Folder: Travel' })).toBeFocused();
  });
  await expect(page.getByText('Link added to Travel.')).toBeVisible();
  await page.getByRole('button', { name: 'Open folder' }).click();
  await expect(page).toHaveTitle('Travel');
  await expect(row(page, 'one.invalid')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveTitle('Recipes');

  await add('two.invalid', async () => picker.getByRole('button', { name: 'No folder' }).click());
  await expect(page.getByText('Link added to All Items.')).toBeVisible();
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL('/');
  await expect(row(page, 'two.invalid')).toBeInViewport();
  await page.goBack();
  await expect(page).toHaveTitle('Recipes');

  await context.setOffline(true);
  await add('three.invalid', async () => {
    await page.keyboard.type('Made offline');
    await picker.getByRole('button', { name: 'Create "Made offline"' }).click();
  });
  await expect(page.getByText('Link added to Made offline.')).toBeVisible();
  await context.setOffline(false);
  await expectNothingUnsent(page);
  expect(await foldersWithLinks(call)).toEqual(['Made offline', 'Travel']);

  // On the list that shows the link nothing is to be said.
  await page.keyboard.press('n');
  await dialog.getByLabel('Url').fill('four.invalid');
  await page.keyboard.press('Enter');
  await expect(row(page, 'four.invalid')).toBeVisible();
  await expect(page.getByText('Link added to Recipes.')).toHaveCount(0);
  await expect
    .poll(async () => foldersWithLinks(call), SAVE_TIMEOUT)
    .toEqual(['Made offline', 'Recipes', 'Travel']);
});

test('one undo takes back a move together with the folder that was created for it', async ({ page }) => {
  const { call } = await memberWith(page, []);
  const { folder_id } = await call('/folders/create/', { name: 'Recipes' });
  const { link_id } = await call('/links/create/', { url: 'soup.invalid' });
  await call('/folders/add-link/', { folder_id, link_id });
  const dialog = page.getByRole('dialog', { name: /^Move/ });
  const move = async () => {
    await row(page, 'soup.invalid').focus();
    await page.keyboard.press('m');
    await dialog.getByRole('searchbox').fill('Fresh');
    await expect(dialog.getByRole('button', { name: 'Create "Fresh"' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(row(page, 'soup.invalid')).toHaveCount(0);
    await expect.poll(async () => foldersWithLinks(call), SAVE_TIMEOUT).toEqual(['Fresh']);
  };
  const expectMovedBack = async () => {
    await expect(row(page, 'soup.invalid')).toBeVisible();
    await expect
      .poll(async () => (await call('/folders/list/', {})).map(({ name }) => name), SAVE_TIMEOUT)
      .toEqual(['Recipes']);
    expect(await foldersWithLinks(call)).toEqual(['Recipes']);
  };

  await page.goto(`/folders/${folder_id}`);
  await move();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectMovedBack();
  await move();
  await page.keyboard.press('Control+z');
  await expectMovedBack();
});
