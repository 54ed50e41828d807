/// <reference lib="dom" />

import { expect } from '@playwright/test';

import { newMember } from './accounts.ts';
import { loginWithForm, test } from './fixtures.ts';
import { goTo, scrollTo } from './library-page.ts';
import { seedLinks } from './seed-links.ts';

test('the app works in a browser that blocks storage, without remembering anything', async ({ page }) => {
  const account = await newMember();
  await seedLinks(account, 60);
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(globalThis, name, {
        get: () => {
          throw new DOMException('Denied', 'SecurityError');
        },
      });
  });
  await loginWithForm(page, account);
  await page.getByRole('button', { name: 'Sort: Url' }).click();
  await page.getByRole('menuitemradio', { name: 'Name' }).click();
  const grid = page.getByRole('grid', { name: 'Links' });
  await scrollTo(grid, 900);
  await goTo(page, 'Favorites');
  await page.goBack();
  await expect.poll(async () => grid.evaluate(({ scrollTop }) => scrollTop)).toBe(900);
  await expect(page.getByRole('button', { name: 'Sort: Name' })).toBeVisible();

  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('settings');
  await expect(page.getByRole('option', { name: 'Settings' })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: 'Dark' }).press('Space');
  await page.getByRole('searchbox', { name: 'search my links' }).fill('"number 6"');
  await expect(page.getByRole('row')).toHaveText([/number 6links/, /number 60links/]);
});
