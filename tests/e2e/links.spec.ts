import { expect } from '@playwright/test';

import { newMember, settingOf } from './accounts.ts';
import { login, test } from './fixtures.ts';
import { pngFile } from './image-files.ts';
import { seedLinks } from './seed-links.ts';
import { SAVE_TIMEOUT, goTo, memberWith, openMenu, pasteText, row } from './library-page.ts';

test.describe('a new link', () => {
  test('is added by its url, shows in the list, and is still there after a reload', async ({ page }) => {
    await memberWith(page, []);
    await expect(page.getByRole('heading', { name: 'Empty' })).toBeVisible();
    await page.getByRole('button', { name: 'New Link' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add Url' });
    await expect(dialog.getByLabel('Url')).toBeFocused();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Please enter a url.');
    await expect(dialog.getByLabel('Url')).toBeFocused();
    for (const close of [
      async () => dialog.getByRole('button', { name: 'Cancel' }).click(),
      async () => dialog.getByRole('button', { name: 'Close' }).click(),
      async () => page.mouse.click(5, 700),
    ]) {
      await close();
      await expect(dialog).toHaveCount(0);
      await page.keyboard.press('n');
      await expect(dialog.getByLabel('Url')).toBeFocused();
      // The earlier error is cleared.
      await expect(dialog.getByText('Please enter a url.')).toHaveCount(0);
    }
    await dialog.getByLabel('Url').fill('one.invalid/page');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    const link = row(page, 'one.invalid/page').getByRole('link');
    await expect(link).toHaveAttribute('href', 'https://one.invalid/page');
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    await page.reload();
    await expect(row(page, 'one.invalid/page')).toBeVisible();
  });

  test('is added to the current folder', async ({ page }) => {
    const { call } = await memberWith(page, []);
    const { folder_id } = await call('/folders/create/', { name: 'Reading' });
    await page.goto(`/folders/${folder_id}`);
    await expect(page).toHaveTitle('Reading');
    await page.keyboard.press('n');
    await page.getByRole('textbox', { name: 'Url' }).fill('one.invalid');
    await page.getByRole('button', { name: 'Create' }).click();
    await expect(row(page, 'one.invalid')).toBeVisible();
    await expect.poll(async () => (await call('/folder-links/list/', {})).length, SAVE_TIMEOUT).toBe(1);
  });

  test('is highlighted for a second and a half', async ({ page }) => {
    await memberWith(page, ['one.invalid']);
    await page.clock.install();
    await page.keyboard.press('n');
    await page.getByRole('textbox', { name: 'Url' }).fill('two.invalid');
    // Less than the 10 s after which the SDK reports that Firestore does not answer.
    await page.clock.pauseAt(new Date(Date.now() + 5000));
    await page.keyboard.press('Enter');
    const isGlowing = () =>
      row(page, 'two.invalid').evaluate((element) =>
        getComputedStyle(element, '::before').animationName.includes('glow'),
      );
    await expect.poll(isGlowing, SAVE_TIMEOUT).toBe(true);
    // The line below the row would cover a part of the border.
    const glow = async () =>
      row(page, 'two.invalid').evaluate((element) => ({
        line: getComputedStyle(element, '::after').visibility,
        fill: getComputedStyle(element, '::before').backgroundColor !== 'rgba(0, 0, 0, 0)',
      }));
    expect(await glow()).toEqual({ line: 'hidden', fill: true });
    // While links are selected, a fill means that the row is one of them.
    await row(page, 'one.invalid').getByRole('checkbox').check();
    await expect.poll(glow).toEqual({ line: 'hidden', fill: false });
    await page.clock.runFor(1400);
    expect(await isGlowing()).toBe(true);
    await page.clock.runFor(100);
    await expect.poll(isGlowing).toBe(false);
  });

  test('has a page with its url, folders, dates and actions', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { call, links } = await memberWith(page, ['one.invalid']);
    const { folder_id } = await call('/folders/create/', { name: 'Reading' });
    await page.goto(`/links/${links[0]?.link_id}`);
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Open' })).toHaveAttribute('href', 'https://one.invalid');
    await expect(main.getByRole('link', { name: 'https://one.invalid' })).toHaveAttribute(
      'href',
      'https://one.invalid',
    );
    await expect(main.getByText('one.invalid', { exact: true })).toHaveCount(1);
    await main.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByText('Link copied.')).toBeVisible();
    expect(await page.evaluate(async () => navigator.clipboard.readText())).toBe('https://one.invalid');
    await expect(main.getByRole('time')).toHaveCount(2);
    await main.getByRole('button', { name: 'Folders' }).click();
    await page.getByRole('checkbox', { name: 'Reading' }).check();
    await page.keyboard.press('Escape');
    await main.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Name').fill('The one');
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(main.getByRole('heading', { level: 1, name: 'The one' })).toBeVisible();
    await main.getByRole('button', { name: 'Move to Trash' }).click();
    await expect(main.getByText('This link is in the trash.')).toBeVisible();
    await main.getByRole('button', { name: 'Restore' }).click();
    await expect(main.getByRole('button', { name: 'Move to Trash' })).toBeVisible();
    await expect(main.getByText('This link is in the trash.')).toHaveCount(0);
    await main.getByRole('link', { name: 'Reading' }).click();
    await expect(page).toHaveURL(`/folders/${folder_id}`);
    await expect(row(page, 'The one')).toBeVisible();
  });

  test('with a url that is not of the web shows as text', async ({ page }) => {
    await memberWith(page, ['javascript:alert(1)', 'https://fine.invalid/']);
    await expect(row(page, 'javascript').getByRole('link')).toHaveCount(0);
    await expect(row(page, 'fine.invalid').getByRole('link')).toHaveCount(1);
  });
});

test.describe('a link', () => {
  test('is edited, shows both errors for empty fields, and moves to the trash when it is disabled', async ({
    page,
  }) => {
    await memberWith(page, ['one.invalid']);
    await openMenu(page, 'one.invalid', 'Edit');
    const dialog = page.getByRole('dialog', { name: 'Link Edit' });
    await dialog.getByLabel('Url').fill(' ');
    await dialog.getByLabel('Name').fill('');
    await dialog.getByRole('button', { name: 'Update' }).click();
    await expect(dialog.getByRole('listitem')).toHaveText(['Please enter a url.', 'Please enter a name.']);
    await dialog.getByLabel('Url').fill('two.invalid');
    await dialog.getByLabel('Name').fill('The second');
    await dialog.getByRole('button', { name: 'Update' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(row(page, 'The second')).toContainText('two.invalid');
    await openMenu(page, 'The second', 'Edit');
    await dialog.getByText('Enabled').click();
    await dialog.getByRole('button', { name: 'Update' }).click();
    await expect(page.getByRole('heading', { name: 'Empty' })).toBeVisible();
    await goTo(page, 'Trash');
    await expect(row(page, 'The second')).toBeVisible();
  });

  test('gets only the first of several pasted urls, and says so', async ({ page }) => {
    const { call } = await memberWith(page, ['old.invalid']);
    await openMenu(page, 'old.invalid', 'Edit');
    const dialog = page.getByRole('dialog', { name: 'Link Edit' });
    await dialog.getByLabel('Url').focus();
    await pasteText(page, 'Some words\nand more');
    await expect(page.getByText('Please enter a url.')).toBeVisible();
    await expect(dialog.getByLabel('Url')).toHaveValue('https://old.invalid');
    await pasteText(page, 'https://one.invalid/a\nhttps://two.invalid/b');
    await expect(page.getByText('A link has one url, so only the first one was pasted.')).toBeVisible();
    await expect(dialog.getByLabel('Url')).toHaveValue('https://one.invalid/a');
    await dialog.getByRole('button', { name: 'Update' }).click();
    await expect(dialog).toHaveCount(0);
    const urls = async () => (await call('/links/list/', {})).map(({ url }) => url);
    await expect.poll(urls, SAVE_TIMEOUT).toEqual(['https://one.invalid/a']);
  });

  test('is added to a folder and removed from it, and Undo adds it again', async ({ page }) => {
    const { call } = await memberWith(page, ['one.invalid']);
    const { folder_id } = await call('/folders/create/', { name: 'Reading' });
    const more = row(page, 'one.invalid').getByRole('button', { name: /^More for/ });
    await more.click();
    await expect(page.getByRole('menuitem')).toHaveText([
      'Open',
      'Copy link',
      'Details',
      'Edit',
      'Add to favorites',
      'Folders',
      'Move to folder',
      'Move to Trash',
    ]);
    // A press anywhere closes the open menu.
    await more.click({ force: true });
    await expect(page.getByRole('menu')).toHaveCount(0);
    await openMenu(page, 'one.invalid', 'Folders');
    await page.getByRole('checkbox', { name: 'Reading' }).check();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect.poll(async () => (await call('/folder-links/list/', {})).length, SAVE_TIMEOUT).toBe(1);
    await page.goto(`/folders/${folder_id}`);
    await openMenu(page, 'one.invalid', 'Remove From Folder');
    await expect(page.getByRole('heading', { name: 'Empty' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row(page, 'one.invalid')).toBeVisible();
  });

  test('is starred, and shows in Favorites with the starred folders', async ({ page }) => {
    const { call } = await memberWith(page, ['one.invalid', 'two.invalid']);
    const { folder_id } = await call('/folders/create/', { name: 'Reading' });
    await page.goto(`/folders/${folder_id}`);
    await page.getByRole('main').getByRole('button', { name: 'Favorite Reading' }).click();
    await goTo(page, 'All Items');
    await row(page, 'two.invalid').getByRole('button', { name: 'Favorite two.invalid' }).click();
    await goTo(page, 'Favorites');
    await expect(page).toHaveTitle('Favorites');
    await expect(page.getByRole('row')).toHaveText([/Reading/, /two\.invalid/]);
  });
});

test('an image that fails to load is replaced by the next, and retried when the tab becomes visible', async ({
  page,
  context,
  expectedErrors,
}) => {
  const icon = `${settingOf('FOLDMARK_AWS_URL')}/foldmark-local/dev/uploads/favicons/later.png`;
  expectedErrors.push(/favicons\/nowhere/, /favicons\/later/);
  const account = await newMember();
  await seedLinks(account, 1, { favicon_key: 'favicons/nowhere', favicon_url: icon });
  await context.route(icon, async (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url() === icon);
  await login(page, account);
  await failed;
  const image = row(page, 'Link number 1').locator('img');
  await expect(image).toHaveCount(0);

  await context.unroute(icon);
  const { buffer: body } = pngFile('icon.png', 20, 20);
  await context.route(icon, async (route) => route.fulfill({ contentType: 'image/png', body }));
  // Setting the system time fires no timers.
  await page.clock.setSystemTime(Date.now() + 61_000);
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await expect(image).toHaveAttribute('src', icon);
  await expect(image).toHaveJSProperty('naturalWidth', 20);
});

test('an icon is never loaded from the site of its link', async ({ page }) => {
  const account = await newMember();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).hostname));
  await seedLinks(account, 1, { favicon_url: 'https://icons.invalid/icon.png' });
  await login(page, account);
  await expect(row(page, 'Link number 1').locator('svg').first()).toBeVisible();
  await expect(row(page, 'Link number 1').locator('img')).toHaveCount(0);
  expect(requests).not.toContain('icons.invalid');
});
