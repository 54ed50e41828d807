import { expect, type Page } from '@playwright/test';

import { test } from './fixtures.ts';
import { memberWith, row } from './library-page.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Quick open' });

test('Ctrl+K closes an open menu and opens quick open, which returns the focus to the row', async ({
  page,
}) => {
  await memberWith(page, ['one.invalid']);
  const more = row(page, 'one.invalid').getByRole('button', { name: /^More for/ });
  await more.click();
  await expect(page.getByRole('menu', { name: 'More' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await expect(page.getByRole('menu', { name: 'More' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
  await expect(more).toBeFocused();
});

test('Ctrl+K does nothing in a dialog', async ({ page }) => {
  await memberWith(page, ['one.invalid']);
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog', { name: 'Add Url' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog', { name: 'Add Url' })).toBeVisible();
  await expect(palette(page)).toHaveCount(0);
});
