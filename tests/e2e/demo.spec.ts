import { expect } from '@playwright/test';

import { folder } from './dragging.ts';
import { test } from './fixtures.ts';
import { openMenu, row } from './library-page.ts';

/** The app's page and files, and the addresses that the local Hosting serves as a file. */
const FILES = [
  /^\/(?:demo(?:\/.*)?)?$/,
  /^\/(?:assets|icons)\/.+$/,
  /^\/(?:sw\.js|favicon\.ico|manifest\.webmanifest|__local\/emulators\.json)$/,
];

test('a visitor tries the demo: links are added, trashed, restored and found, survive a reload, and nothing is sent', async ({
  page,
  baseURL,
}) => {
  await page.goto('/');
  const sent: string[] = [];
  page.context().on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (request.method() !== 'GET' || origin !== baseURL || !FILES.some((file) => file.test(pathname)))
      sent.push(`${request.method()} ${request.url()}`);
  });
  await page.getByRole('link', { name: 'Try the demo' }).click();
  await expect(page).toHaveURL('/demo');
  const demo = page.getByRole('region', { name: 'Demo' });
  await expect(demo).toContainText(
    'This is a demo. Changes stay in this tab and are gone when you close it.',
  );

  await folder(page, 'Cooking').getByRole('link').click();
  await expect(page).toHaveURL(/\/demo\/folders\/\d+$/);
  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: 'Url' }).fill('one.invalid/soup');
  await page.keyboard.press('Enter');
  await expect(row(page, 'one.invalid/soup')).toBeVisible();
  await openMenu(page, 'Food Lab', 'Move to Trash');
  await expect(row(page, 'Food Lab')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(row(page, 'Food Lab')).toBeVisible();
  await openMenu(page, 'Budget Bytes', 'Move to Trash');

  await page.getByRole('searchbox', { name: 'search my links' }).fill('soup');
  await expect(row(page, 'one.invalid/soup')).toBeVisible();
  await expect(page).toHaveURL('/demo/search?q=soup');
  await page.reload();
  await expect(row(page, 'one.invalid/soup')).toBeVisible();
  await page.getByRole('link', { name: 'Trash' }).click();
  await expect(row(page, 'Budget Bytes')).toBeVisible();
  expect(sent).toEqual([]);

  await demo.getByRole('link', { name: 'Leave the demo' }).click();
  await expect(page.getByRole('link', { name: 'Join Now!' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('foldmark.demo'))).toBeNull();
});
