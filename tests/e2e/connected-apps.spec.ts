import { expect } from '@playwright/test';

import { ANNOUNCER, expectNoViolationsInBothThemes, REDUCED_MOTION } from './axe.ts';
import { test } from './fixtures.ts';
import { memberWith, SAVE_TIMEOUT } from './library-page.ts';

test.use(REDUCED_MOTION);

test('a token is made and shown once, an app uses it, and its changes are undone before it is revoked', async ({
  page,
}) => {
  const { call } = await memberWith(page, []);
  await page.getByRole('link', { name: 'Settings' }).click();
  const section = page.getByRole('region', { name: 'Connected apps' });
  await expect(section).toContainText('There are none.');
  await section.getByRole('button', { name: 'Show connected apps' }).click();
  await section.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await dialog.getByLabel('Name').fill('Shortcut');
  await dialog.getByRole('radio', { name: /^Read and change/ }).check();
  await expectNoViolationsInBothThemes(page);
  await dialog.getByLabel('Name').press('Enter');
  const shown = page.getByRole('dialog', { name: 'Copy your token' });
  const token = await shown.getByLabel('Token').inputValue();
  expect(token).toMatch(/^fmk_pat_/);
  await expectNoViolationsInBothThemes(page);
  await shown.getByRole('button', { name: 'Done' }).click();

  const post = async (path: string, data: object) =>
    page.request.post(`/api${path}`, { data, headers: { authorization: `Bearer ${token}` } });
  expect((await post('/links/create/', { url: 'https://app.invalid/' })).status()).toBe(200);
  const app = section.getByRole('listitem').filter({ hasText: 'Shortcut' });
  await expect(app).toContainText('Can read and change');
  await app.getByRole('button', { name: 'Undo what it did' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo all' }).click();
  await expect(app).toContainText('The history shows the progress.');
  await expect.poll(async () => call('/links/list/', {}), SAVE_TIMEOUT).toEqual([]);
  await page.getByRole('button', { name: 'Show history' }).click();
  await expect(page.getByRole('list', { name: 'History' })).toContainText('by Shortcut');

  await app.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(app).toContainText('What it did can still be undone.');
  await expect(app.getByRole('button', { name: 'Revoke' })).toBeHidden();
  await expect(app).toBeFocused();
  await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });
});
