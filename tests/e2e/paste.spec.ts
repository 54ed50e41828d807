import { expect } from '@playwright/test';

import { test } from './fixtures.ts';
import { memberWith, pasteText, row, SAVE_TIMEOUT } from './library-page.ts';

test('pasted urls are added as one gesture that can be undone, and text is refused', async ({ page }) => {
  const { call } = await memberWith(page, []);
  const { folder_id } = await call('/folders/create/', { name: 'Reading' });
  await page.goto(`/folders/${folder_id}`);
  await expect(page).toHaveTitle('Reading');
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && pathname !== '/api/users/get-auth/') calls.push(pathname);
  });
  const paste = async (text: string) => pasteText(page, text);
  const rows = page.getByRole('grid').getByRole('row');
  const toast = (text: string) => page.getByRole('listitem').filter({ hasText: text });

  await paste('https://one.invalid/a b\nMy list:\nlocalhost:3000/x\nhttps://one.invalid/a b\n');
  await expect(rows).toHaveCount(2);
  await expect(row(page, 'localhost').getByRole('link')).toHaveAttribute('href', 'http://localhost:3000/x');
  await expect(toast('2 links added to Reading.')).toContainText('1 line was left out: it is not a url.');
  // A hovered message stays open.
  await toast('2 links added').hover();
  const linksIn = async () => (await call('/folder-links/list/', {})).length;
  await expect.poll(linksIn, SAVE_TIMEOUT).toBe(2);
  expect(calls).toEqual(['/api/batch/']);
  const stored = await call('/links/list/', {});
  expect(stored.map(({ url }) => url)).toEqual(['http://localhost:3000/x', 'https://one.invalid/a b']);
  await toast('2 links added').getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(0);
  await expect.poll(async () => (await call('/links/list/', {})).length, SAVE_TIMEOUT).toBe(0);

  await paste('Some words that are no address');
  await expect(toast('Please enter a url.')).toBeVisible();

  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Add Url' });
  await dialog.getByLabel('Url').fill('two words');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Please enter a url.');
  await dialog.getByLabel('Url').fill('');
  await paste('https://four.invalid/x | A title');
  await expect(dialog.getByLabel('Url')).toHaveValue('https://four.invalid/x');
  await expect(toast('Only the url was pasted.')).toBeVisible();
  await paste('?y');
  await expect(dialog.getByLabel('Url')).toHaveValue('https://four.invalid/x?y');
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    document.addEventListener('animationstart', ({ animationName }) => {
      if (animationName.includes('glow')) dataset['glows'] = `${dataset['glows'] ?? ''}*`;
    });
  });
  await paste('one.invalid\ntwo.invalid\nthree.invalid');
  await expect(dialog).toHaveCount(0);
  await expect(toast('3 links added to Reading.')).toBeVisible();
  await expect(rows).toHaveCount(3);
  await expect.poll(async () => page.evaluate(() => document.documentElement.dataset['glows'])).toBe('***');

  await paste(Array.from({ length: 101 }, (_, index) => `https://many.invalid/${index}`).join('\n'));
  const question = page.getByRole('alertdialog', { name: 'Add 101 links?' });
  await expect(question.getByRole('button', { name: 'Add 101 links' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '104');
});

test('a paste says where the link went, unless the page shows it', async ({ page }) => {
  const { call, links } = await memberWith(page, ['one.invalid']);
  const { folder_id } = await call('/folders/create/', { name: 'Reading' });
  const pasted = async (url: string, text: string) => {
    await pasteText(page, url);
    const toast = page.getByRole('listitem').filter({ has: page.getByText(text, { exact: true }) });
    await expect(toast.getByRole('button', { name: 'Undo' })).toBeVisible();
    await toast.getByRole('button', { name: 'Dismiss' }).click();
  };
  await pasted('two.invalid', 'Link added.');
  const others = [
    'folders/trash',
    'folders/favorites',
    'settings',
    `links/${links[0]?.link_id}`,
    'duplicates',
    'x',
  ];
  for (const [index, path] of others.entries()) {
    await page.goto(`/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await pasted(`other-${index}.invalid`, 'Link added to All Items.');
  }
  await page.goto(`/folders/${folder_id}`);
  await expect(page).toHaveTitle('Reading');
  await pasted('three.invalid', 'Link added to Reading.');
  // The dialog adds the links to another folder than the shown one.
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Add Url' });
  await dialog.getByRole('button', { name: 'Folder: Reading' }).click();
  await page
    .getByRole('dialog', { name: 'Choose a folder' })
    .getByRole('button', { name: 'No folder' })
    .click();
  await dialog.getByLabel('Url').focus();
  await pasted('four.invalid\nfive.invalid', '2 links added to All Items.');
});

test('only absolute links of a copied text are added', async ({ page }) => {
  await memberWith(page, []);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => {
    // The asynchronous clipboard of Chromium makes links absolute, unlike a copy event.
    document.addEventListener(
      'copy',
      (event) => {
        event.preventDefault();
        event.clipboardData?.setData('text/plain', 'Two headlines');
        event.clipboardData?.setData(
          'text/html',
          '<a href="/relative">Two</a> <a href="#top">or</a> <a href="https://one.invalid/">headlines</a>',
        );
      },
      { once: true },
    );
    document.execCommand('copy');
  });
  await page.keyboard.press('ControlOrMeta+v');
  await expect(row(page, 'one.invalid')).toBeVisible();
  await expect(page.getByText('Link added.', { exact: true })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(1);
});
