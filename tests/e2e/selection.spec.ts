import { expect, type Locator, type Page } from '@playwright/test';

import { apiOf, type CallApi, newMember } from './accounts.ts';
import { ANNOUNCER, expectNoViolationsInBothThemes, REDUCED_MOTION } from './axe.ts';
import { login, test } from './fixtures.ts';
import { SAVE_TIMEOUT } from './library-page.ts';

const row = (page: Page, name: string) => page.getByRole('grid').getByRole('row', { name });
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
const bar = (page: Page) => page.getByRole('group', { name: 'Selection' });
const count = (page: Page, text: string) => page.getByRole('main').getByRole('status').getByText(text);
const toast = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

async function rowNames(page: Page): Promise<readonly string[]> {
  const labels = await page.getByRole('checkbox', { name: /^Select (?!all)/ }).all();
  return Promise.all(labels.map(async (label) => (await label.getAttribute('aria-label')) ?? ''));
}

async function openMenu(page: Page, name: string): Promise<Locator> {
  await page
    .getByRole('button', { name: `More for ${name}`, exact: true })
    .last()
    .click();
  return page.getByRole('menu', { name: 'More' });
}

/** Creates two folders, one with a sub-folder, and two links: all in the trash, or all starred. */
async function fill(call: CallApi, where: 'trash' | 'favorites'): Promise<void> {
  const folders = [];
  for (const name of ['Alpha', 'Beta']) folders.push(await call('/folders/create/', { name }));
  await call('/folders/create/', { name: 'Below', parent_folder_id: folders[0]?.folder_id ?? 0 });
  const links = [];
  for (const url of ['one.invalid', 'two.invalid']) links.push(await call('/links/create/', { url }));
  if (where === 'trash') {
    for (const folder of folders) await call('/folders/update/', { ...folder, status_id: 2 });
    for (const link of links) await call('/links/update/', { ...link, status_id: 2 });
  } else {
    for (const { folder_id } of folders)
      await call('/favorites/toggle/', { object_id: folder_id, object_type: 'folder' });
    for (const { link_id } of links)
      await call('/favorites/toggle/', { object_id: link_id, object_type: 'link' });
  }
}

async function open(page: Page, where: 'trash' | 'favorites'): Promise<CallApi> {
  const account = await newMember();
  const call = await apiOf(account);
  await fill(call, where);
  await login(page, account, `/folders/${where}`);
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(4);
  return call;
}

test('the bar of a selection offers each command once at any width: as a button or in its menu', async ({
  page,
}) => {
  const account = await newMember();
  const call = await apiOf(account);
  const { folder_id } = await call('/folders/create/', { name: 'Recipes' });
  const { link_id } = await call('/links/create/', { url: 'one.invalid' });
  await call('/folders/add-link/', { folder_id, link_id });
  await login(page, account, `/folders/${folder_id}`);
  await row(page, 'one.invalid').hover();
  await box(page, 'one.invalid').click({ force: true });
  const buttons = bar(page).getByRole('button');
  const more = buttons.and(page.getByRole('button', { name: 'More actions' }));
  for (const width of [390, 700, 900, 1100, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(more).toHaveCount(1);
    const offered = await buttons.allInnerTexts();
    await more.click();
    await expect(page.getByRole('menu')).toBeVisible();
    offered.push(...(await page.getByRole('menuitem').allInnerTexts()));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    expect(offered.toSorted(), `${width} px`).toEqual([
      'Add to favorites',
      'Add to folder',
      'Clear selection',
      'Copy links',
      'Export',
      'More actions',
      'Move to Trash',
      'Move to folder',
      'Open all',
      'Remove from folder',
    ]);
  }
});

test.describe('in the trash', () => {
  test('rows offer Edit, and links also offer Folders and Details', async ({ page }) => {
    await open(page, 'trash');
    const linkMenu = await openMenu(page, 'one.invalid');
    await expect(linkMenu.getByRole('menuitem')).toHaveText([
      'Open',
      'Copy link',
      'Details',
      'Edit',
      'Folders',
      'Restore',
      'Delete forever',
    ]);
    await linkMenu.getByRole('menuitem', { name: 'Folders' }).click();
    await expect(page.getByRole('dialog', { name: 'Link Folders' })).toBeVisible();
    await page.keyboard.press('Escape');

    const folderMenu = await openMenu(page, 'Alpha');
    await expect(folderMenu.getByRole('menuitem')).toHaveText(['Edit', 'Restore', 'Delete forever']);
    await folderMenu.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Folder Edit' });
    await dialog.getByLabel('Name').fill('Alpha renamed');
    await dialog.getByText('Enabled').click();
    await dialog.getByRole('button', { name: 'Update' }).click();
    await expect(row(page, 'Alpha')).toHaveCount(0);
    await page.getByRole('button', { name: 'Folders', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Alpha renamed' })).toBeVisible();
  });

  test('a range from a folder to a link is restored together, and Undo trashes it again', async ({
    page,
  }) => {
    await open(page, 'trash');
    expect(await rowNames(page)).toEqual([
      'Select Alpha',
      'Select Beta',
      'Select one.invalid',
      'Select two.invalid',
    ]);
    await box(page, 'Beta').click();
    await expect(row(page, 'Beta')).toHaveAttribute('aria-selected', 'true');
    await expect(count(page, '1 folder selected')).toBeVisible();
    await box(page, 'one.invalid').click({ modifiers: ['Shift'] });
    await expect(count(page, '1 folder and 1 link selected')).toBeVisible();
    await bar(page).getByRole('button', { name: 'Restore' }).click();
    await expect(row(page, 'Beta')).toHaveCount(0);
    await expect(row(page, 'one.invalid')).toHaveCount(0);
    await toast(page, '1 folder and 1 link restored.').getByRole('button', { name: 'Undo' }).click();
    await expect(row(page, 'Beta')).toBeVisible();
    await expect(row(page, 'one.invalid')).toBeVisible();
  });

  test('the keyboard selects folders and links, and one call deletes them forever', async ({ page }) => {
    const call = await open(page, 'trash');
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // The page may still be loading the profile.
      if (pathname.startsWith('/api/') && pathname !== '/api/users/get-auth/') calls.push(pathname);
    });
    await row(page, 'Alpha').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+Space');
    await expect(count(page, '2 folders and 1 link selected')).toBeVisible();
    await bar(page).getByRole('button', { name: 'Delete forever' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete forever?' });
    await expect(question).toContainText(
      '3 folders and 1 link will be deleted forever. Other links in these folders are kept. You can undo this for 10 seconds, unless you leave the page.',
    );
    await question.getByRole('button', { name: 'Delete forever' }).click();
    await expect(page.getByRole('grid').getByRole('row')).toHaveCount(1);
    await expect.poll(async () => (await call('/folders/list/', {})).length, SAVE_TIMEOUT).toBe(0);
    expect((await call('/links/list/', {})).map(({ name }) => name)).toEqual(['https://two.invalid']);
    expect(calls).toEqual(['/api/batch/']);
  });

  test('the confirmation names a folder and counts its sub-folders', async ({ page }) => {
    await open(page, 'trash');
    await box(page, 'Alpha').click();
    await bar(page).getByRole('button', { name: 'Delete forever' }).click();
    await expect(page.getByRole('alertdialog')).toContainText(
      '"Alpha" and its 1 sub-folder will be deleted forever. Links in them are kept. You can undo this for 10 seconds, unless you leave the page.',
    );
  });
});

test.describe('in Favorites', () => {
  test('folders and links are unstarred together, and Undo stars them again', async ({ page }) => {
    const call = await open(page, 'favorites');
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await expect(count(page, '2 folders and 2 links selected')).toBeVisible();
    await expect(bar(page).getByRole('button', { name: 'Add to folder' })).toHaveCount(0);
    await bar(page).getByRole('button', { name: 'Remove from favorites' }).click();
    await expect(page.getByRole('heading', { name: 'Empty' })).toBeVisible();
    const message = toast(page, '2 folders and 2 links removed from favorites.');
    // A hovered message stays open.
    await message.hover();
    await expect.poll(async () => (await call('/favorites/list/', {})).length).toBe(0);
    await message.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('grid').getByRole('row')).toHaveCount(4);
  });

  test('folders and links are trashed together; only links can be added to a folder', async ({ page }) => {
    await open(page, 'favorites');
    await box(page, 'two.invalid').click();
    await expect(bar(page).getByRole('button', { name: 'Add to folder' })).toBeVisible();
    await box(page, 'Alpha').click();
    await expect(bar(page).getByRole('button', { name: 'Add to folder' })).toHaveCount(0);
    await bar(page).getByRole('button', { name: 'Move to Trash' }).click();
    await expect(toast(page, '1 folder and 1 link moved to the trash.')).toBeVisible();
    await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2);
    await page.getByRole('link', { name: /^Trash/ }).click();
    await expect(row(page, 'Alpha')).toBeVisible();
    await expect(row(page, 'two.invalid')).toBeVisible();
  });
});

test.describe('axe finds no violations in a selection of folders and links', () => {
  test.use(REDUCED_MOTION);

  for (const where of ['trash', 'favorites'] as const) {
    test(`in ${where}`, async ({ page }) => {
      await open(page, where);
      await page.getByRole('checkbox', { name: 'Select all' }).click();
      await expect(bar(page)).toBeVisible();
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });
      }
    });
  }
});
