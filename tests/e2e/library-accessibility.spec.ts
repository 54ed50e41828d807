import { expect } from '@playwright/test';

import { apiOf, newMember } from './accounts.ts';
import { ANNOUNCER, expectNoViolationsInBothThemes, REDUCED_MOTION } from './axe.ts';
import { login, test } from './fixtures.ts';

test.describe('axe finds no violations in the library in either theme', () => {
  test.use(REDUCED_MOTION);

  test('on its lists, empty and with links', async ({ page }) => {
    const account = await newMember();
    const call = await apiOf(account);
    await login(page, account);
    await expect(page.getByRole('heading', { name: 'Empty' })).toBeVisible();
    await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });
    const { link_id } = await call('/links/create/', { url: 'one.invalid' });
    const trashed = await call('/links/create/', { url: 'two.invalid' });
    await call('/links/update/', { ...trashed, status_id: 2 });
    const { folder_id } = await call('/folders/create/', { name: 'Reading' });
    await call('/folders/add-link/', { folder_id, link_id });
    await call('/favorites/toggle/', { object_id: folder_id, object_type: 'folder' });
    for (const [path, title] of [
      ['/', 'Foldmark'],
      [`/folders/${folder_id}`, 'Reading'],
      ['/recent', 'Recently added'],
      ['/folders/favorites', 'Favorites'],
      ['/folders/trash', 'Trash'],
      [`/links/${link_id}`, 'one.invalid'],
      ['/links/create', 'Add Url'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page).toHaveTitle(title);
      await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });
    }
  });

  test('on its popups, menus and messages', async ({ page }) => {
    const account = await newMember();
    const call = await apiOf(account);
    await call('/links/create/', { url: 'one.invalid' });
    await call('/folders/create/', { name: 'Reading' });
    await login(page, account);
    await page.getByRole('button', { name: 'New Link' }).click();
    await page.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('alert')).toHaveText('Please enter a url.');
    await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });
    await page.keyboard.press('Escape');
    const more = page.getByRole('button', { name: /^More for/ });
    for (const entry of ['Edit', 'Folders']) {
      await more.click();
      await expect(page.getByRole('menu')).toBeVisible();
      await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });
      await page.getByRole('menuitem', { name: entry }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });
      await page.keyboard.press('Escape');
    }
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: 'Add to folder' }).click();
    await expect(page.getByRole('dialog', { name: 'Add to folder' })).toBeVisible();
    await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Move to Trash' }).click();
    // A hovered message stays open.
    await page.getByRole('button', { name: 'Undo' }).hover();
    await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });
    await page.keyboard.press('Escape');
    await page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name: 'Trash' }).click();
    await page.getByRole('button', { name: 'Empty trash' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });
  });
});
