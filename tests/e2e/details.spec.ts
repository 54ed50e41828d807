import { expect } from '@playwright/test';

import { ANNOUNCER, expectNoViolationsInBothThemes, REDUCED_MOTION } from './axe.ts';
import { test } from './fixtures.ts';
import { memberWith, openMenu, row, SAVE_TIMEOUT } from './library-page.ts';

test.use(REDUCED_MOTION);

test('the details beside the list follow the focus, and their note is edited in place', async ({ page }) => {
  const { call } = await memberWith(page, ['one.invalid', 'two.invalid', 'three.invalid']);
  await page.setViewportSize({ width: 1440, height: 900 });
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details).toHaveCount(0);
  const listWidth = async () => (await page.getByRole('grid').boundingBox())?.width ?? 0;
  const before = await listWidth();
  // In a row, Space presses its controls.
  const star = row(page, 'one.invalid').getByRole('button', { name: /^Favorite/ });
  await star.focus();
  await page.keyboard.press('Space');
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await expect(details).toHaveCount(0);
  await row(page, 'one.invalid').focus();
  await page.keyboard.press('Space');
  const title = details.getByRole('heading', { level: 2 });
  await expect(title).toHaveText('one.invalid');
  await expect(row(page, 'one.invalid')).toBeFocused();
  await expect.poll(listWidth).toBeLessThan(before - 250);
  await page.keyboard.press('ArrowDown');
  await expect(title).toHaveText('three.invalid');
  await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });

  await details.getByRole('button', { name: 'Add a note' }).click();
  await page.keyboard.type('Read it\nagain');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('Note saved.')).toBeVisible();
  const note = async () => (await call('/links/list/', {})).find(({ url }) => url.includes('three'))?.note;
  await expect.poll(note, SAVE_TIMEOUT).toBe('Read it\nagain');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(details.getByText('Read it')).toHaveCount(0);
  await details.getByRole('button', { name: 'Add a note' }).click();
  // A note that is being written stays, even if its link leaves the list.
  await page.keyboard.type('Kept');
  const { link_id } = (await call('/links/list/', {})).find(({ url }) => url.includes('three')) ?? {
    link_id: 0,
  };
  await call('/links/update/', { link_id, url: 'three.invalid', name: 'three.invalid', status_id: 2 });
  await expect(row(page, 'three.invalid')).toHaveCount(0);
  await expect(details.getByRole('textbox')).toHaveValue('Kept');
  await call('/links/update/', { link_id, url: 'three.invalid', name: 'three.invalid', status_id: 1 });
  await expect(row(page, 'three.invalid')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details.getByRole('button', { name: 'Add a note' })).toBeFocused();

  // The browser remembers that they are open, and their width.
  const edge = page.getByRole('separator', { name: 'Width of the right rail' });
  await edge.press('ArrowLeft');
  const width = async () => 1440 - ((await edge.boundingBox())?.x ?? 0);
  await expect.poll(width).toBeCloseTo(0.37 * 1440, -1);
  await page.waitForFunction(() => localStorage.getItem('foldmark.layout')?.split(' ')[2]?.startsWith('37'));
  await page.reload();
  await expect(title).toHaveText('one.invalid');
  await expect.poll(width).toBeCloseTo(0.37 * 1440, -1);
  await details.getByRole('link', { name: 'Open as a page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'one.invalid' })).toBeVisible();
  await expect(details).toHaveCount(0);
  await page.goBack();
  await expect(title).toHaveText('one.invalid');
  await details.getByRole('button', { name: 'Copy link' }).focus();
  await page.keyboard.press('Escape');
  await expect(details).toHaveCount(0);
  await expect(row(page, 'one.invalid')).toBeFocused();
  await expect.poll(listWidth).toBe(before);

  // In a window without an empty rail, they come and go with it.
  await page.setViewportSize({ width: 1100, height: 900 });
  await page.keyboard.press('Space');
  await expect(title).toHaveText('one.invalid');
  await page.keyboard.press('Escape');
  await expect(details).toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(width).toBe(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await openMenu(page, 'two.invalid', 'Details');
  const sheet = page.getByRole('dialog', { name: 'Details' });
  await expect(sheet.getByRole('heading', { name: 'two.invalid' })).toBeVisible();
  await expect.poll(async () => (await sheet.boundingBox())?.width).toBe(390);
  await sheet.getByRole('link', { name: 'Open as a page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'two.invalid' })).toBeVisible();
  await expect(sheet).toHaveCount(0);
});
