import { expect } from '@playwright/test';

import { apiOf, newMember } from './accounts.ts';
import { REDUCED_MOTION } from './axe.ts';
import { login, test } from './fixtures.ts';
import { BOOKMARKS, card, chooseFile } from './import-files.ts';
import { memberWith } from './library-page.ts';
import { field } from './search-page.ts';

test.use(REDUCED_MOTION);

test('the buttons stay in place when the comparison with the library ends', async ({ page }) => {
  const account = await newMember();
  await (
    await apiOf(account)
  )('/links/create/', { url: 'https://here.invalid' });
  // Holds the comparison back until the test continues it.
  await page.addInitScript(() => {
    const post = Reflect.get(Worker.prototype, 'postMessage');
    const held: (() => void)[] = [];
    Reflect.set(window, 'compare', () => {
      for (const send of held.splice(0)) send();
    });
    Reflect.set(Worker.prototype, 'postMessage', function (this: Worker, ...call: [unknown]) {
      const isComparison = typeof call[0] === 'object' && Object.values(call[0] ?? {}).includes('known');
      if (isComparison) held.push(() => Reflect.apply(post, this, call));
      else Reflect.apply(post, this, call);
    });
  });
  await login(page, account, '/import');
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 1200 });
    await page.goto('/import');
    await chooseFile(page, { content: BOOKMARKS });
    await expect(card(page).getByRole('definition')).toHaveText(['8', '5', '...', '1', '2']);
    const button = page.getByRole('button', { name: 'Import', exact: true });
    const before = await button.boundingBox();
    await page.evaluate(() => Reflect.get(window, 'compare')());
    await expect(card(page).getByRole('definition')).toHaveText(['8', '4', '1', '1', '2']);
    expect(await button.boundingBox()).toEqual(before);
  }
});

test('a chosen file is restored after a search, until it is imported', async ({ page }) => {
  await memberWith(page, ['one.invalid']);
  await page.goto('/import');
  await chooseFile(page, { content: BOOKMARKS });
  const preview = page.getByRole('region', { name: 'From Chrome: 5 links and 3 folders' });
  await expect(preview).toBeVisible();
  const searchAndReturn = async () => {
    await field(page).fill('one');
    await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
    await field(page).press('Escape');
    await expect(page.getByRole('heading', { level: 1, name: 'Import' })).toBeVisible();
  };
  await searchAndReturn();
  await expect(preview).toBeVisible();
  await expect(page.getByRole('term').filter({ hasText: 'New' })).toBeVisible();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(preview).toBeHidden();
  await searchAndReturn();
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  await expect(preview).toBeHidden();
});

test("the preview and the finished import list the content that Foldmark can't store", async ({ page }) => {
  await memberWith(page, ['one.invalid']);
  await page.goto('/import');
  const content = 'url,title,mood,read_later\nhttps://a.invalid/,A,good,yes\nhttps://b.invalid/,B,,\n';
  await chooseFile(page, { name: 'links.csv', content });
  const told = page.getByRole('list', { name: 'About this file' }).getByRole('listitem');
  const sentences = [
    'The file marks links: 1 to read later. They arrive without these marks.',
    'Foldmark has no place for these fields, so they are left out: mood (1).',
  ];
  await expect(told).toHaveText(sentences);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('2 links imported.').first()).toBeVisible({ timeout: 60_000 });
  await expect(told).toHaveText(sentences);
});
