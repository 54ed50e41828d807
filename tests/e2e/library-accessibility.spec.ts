import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

import { apiOf, newMember } from './accounts.ts';
import { login, test } from './fixtures.ts';

async function expectNoViolations(page: Page): Promise<void> {
  // Where react-aria tells screen readers of a button that was pending, a name stays for seconds after its button.
  const { violations } = await new AxeBuilder({ page }).exclude('[data-live-announcer]').analyze();
  expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`axe finds nothing in the library in the ${colorScheme} theme`, () => {
    // What fades in has no contrast yet.
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('on its lists, empty and with links', async ({ page }) => {
      const account = await newMember();
      const call = await apiOf(account);
      await login(page, account);
      await expect(page.getByRole('heading', { name: 'Empty' })).toBeVisible();
      await expectNoViolations(page);
      const { link_id } = await call('/links/create/', { url: 'one.invalid' });
      const trashed = await call('/links/create/', { url: 'two.invalid' });
      await call('/links/update/', { ...trashed, status_id: 2 });
      const { folder_id } = await call('/folders/create/', { name: 'Reading' });
      await call('/folders/add-link/', { folder_id, link_id });
      await call('/favorites/toggle/', { object_id: folder_id, object_type: 'folder' });
      for (const [path, title] of [
        ['/', 'Foldmark'],
        [`/folders/${folder_id}`, 'Reading'],
        ['/folders/favorites', 'Favorites'],
        ['/folders/trash', 'Trash'],
        [`/links/${link_id}`, 'one.invalid'],
        ['/links/create', 'Add Url'],
      ] as const) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page).toHaveTitle(title);
        await expectNoViolations(page);
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
      await expectNoViolations(page);
      await page.keyboard.press('Escape');
      const more = page.getByRole('button', { name: /^More for/ });
      for (const entry of ['Edit', 'Folders']) {
        await more.click();
        await expectNoViolations(page);
        await page.getByRole('menuitem', { name: entry }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectNoViolations(page);
        await page.keyboard.press('Escape');
      }
      await page.getByRole('checkbox', { name: 'Select all' }).check();
      await page.getByRole('button', { name: 'Add to folder' }).click();
      await expectNoViolations(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Move to Trash' }).click();
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
      await expectNoViolations(page);
    });
  });
}
