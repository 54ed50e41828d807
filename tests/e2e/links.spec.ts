import { expect } from '@playwright/test';

import { newMember, settingOf } from './accounts.ts';
import { login, test } from './fixtures.ts';
import { pngFile } from './image-files.ts';
import { layLinks } from './lay-links.ts';
import { goTo, memberWith, openMenu, row, SAVED } from './library-page.ts';

test.describe('a new link', () => {
  test('is added by its url, stands in the list, and is there after a reload', async ({ page }) => {
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
      // What was wrong before is forgotten.
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

  test('goes into the folder that is shown', async ({ page }) => {
    const { call } = await memberWith(page, []);
    const { folder_id } = await call('/folders/create/', { name: 'Reading' });
    await page.goto(`/folders/${folder_id}`);
    await expect(page).toHaveTitle('Reading');
    await page.keyboard.press('n');
    await page.getByRole('textbox', { name: 'Url' }).fill('one.invalid');
    await page.getByRole('button', { name: 'Create' }).click();
    await expect(row(page, 'one.invalid')).toBeVisible();
    await expect.poll(async () => (await call('/folder-links/list/', {})).length, SAVED).toBe(1);
  });

  test('glows for a second and a half', async ({ page }) => {
    await memberWith(page, ['one.invalid']);
    await page.clock.install();
    await page.keyboard.press('n');
    await page.getByRole('textbox', { name: 'Url' }).fill('two.invalid');
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await page.keyboard.press('Enter');
    const isGlowing = () =>
      row(page, 'two.invalid').evaluate((element) =>
        getComputedStyle(element, '::before').animationName.includes('glow'),
      );
    await expect.poll(isGlowing, SAVED).toBe(true);
    await page.clock.runFor(1400);
    expect(await isGlowing()).toBe(true);
    await page.clock.runFor(100);
    await expect.poll(isGlowing).toBe(false);
  });

  test('comes from a bookmarklet with its title', async ({ page }) => {
    await memberWith(page, []);
    await page.goto('/links/create?url=https%3A%2F%2Fone.invalid%2F&title=The%20one');
    await page.getByRole('button', { name: 'Create' }).click();
    await expect(page).toHaveURL(/\/links\/\d+$/);
    await expect(page.getByRole('heading', { level: 1, name: 'The one' })).toBeVisible();
    await expect(page.getByText('Not in any folder')).toBeVisible();
  });

  test('has a page with its folders, its dates and what can be done with it', async ({ page }) => {
    const { call, links } = await memberWith(page, ['one.invalid']);
    const { folder_id } = await call('/folders/create/', { name: 'Reading' });
    await page.goto(`/links/${links[0]?.link_id}`);
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Open' })).toHaveAttribute('href', 'https://one.invalid');
    await expect(main.getByRole('time')).toHaveCount(2);
    await main.getByRole('button', { name: 'Folders' }).click();
    await page.getByRole('checkbox', { name: 'Reading' }).check();
    await page.keyboard.press('Escape');
    await main.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Name').fill('The one');
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(main.getByRole('heading', { level: 1, name: 'The one' })).toBeVisible();
    await main.getByRole('button', { name: 'Move to Trash' }).click();
    await main.getByRole('button', { name: 'Restore' }).click();
    await expect(main.getByRole('button', { name: 'Move to Trash' })).toBeVisible();
    await main.getByRole('link', { name: 'Reading' }).click();
    await expect(page).toHaveURL(`/folders/${folder_id}`);
    await expect(row(page, 'The one')).toBeVisible();
  });

  test('that is no address of the web is text and not a link', async ({ page }) => {
    await memberWith(page, ['javascript:alert(1)', 'https://fine.invalid/']);
    await expect(row(page, 'javascript').getByRole('link')).toHaveCount(0);
    await expect(row(page, 'fine.invalid').getByRole('link')).toHaveCount(1);
  });
});

test.describe('a link', () => {
  test('is edited, with both messages for empty fields, and disabled into the trash', async ({ page }) => {
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

  test('goes into folders and out of them, and back with Undo', async ({ page }) => {
    const { call } = await memberWith(page, ['one.invalid']);
    const { folder_id } = await call('/folders/create/', { name: 'Reading' });
    const more = row(page, 'one.invalid').getByRole('button', { name: /^More for/ });
    await more.click();
    await expect(page.getByRole('menuitem')).toHaveText(['Edit', 'Folders', 'Details', 'Move to Trash']);
    // What is open is over everything, and closes by a press anywhere.
    await more.click({ force: true });
    await expect(page.getByRole('menu')).toHaveCount(0);
    await openMenu(page, 'one.invalid', 'Folders');
    await page.getByRole('checkbox', { name: 'Reading' }).check();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect.poll(async () => (await call('/folder-links/list/', {})).length, SAVED).toBe(1);
    await page.goto(`/folders/${folder_id}`);
    await openMenu(page, 'one.invalid', 'Remove From Folder');
    await expect(page.getByRole('heading', { name: 'Empty' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row(page, 'one.invalid')).toBeVisible();
  });

  test('is starred, and found among the favorites with the folders', async ({ page }) => {
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

test('a picture that fails gives way to the next, and is looked for again when the tab is seen later', async ({
  page,
  context,
  expectedErrors,
}) => {
  const icon = `${settingOf('FOLDMARK_AWS_URL')}/foldmark-local/dev/uploads/favicons/later.png`;
  expectedErrors.push(/favicons\/nowhere/, /favicons\/later/);
  const account = await newMember();
  await layLinks(account, 1, { favicon_key: 'favicons/nowhere', favicon_url: icon });
  await context.route(icon, async (route) => route.abort());
  const isRefused = page.waitForEvent('requestfailed', (request) => request.url() === icon);
  await login(page, account);
  await isRefused;
  const picture = row(page, 'Link number 1').locator('img');
  await expect(picture).toHaveCount(0);

  await context.unroute(icon);
  const { buffer: body } = pngFile('icon.png', 20, 20);
  await context.route(icon, async (route) => route.fulfill({ contentType: 'image/png', body }));
  // No timer of others' runs out for it.
  await page.clock.setSystemTime(Date.now() + 61_000);
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await expect(picture).toHaveAttribute('src', icon);
  await expect(picture).toHaveJSProperty('naturalWidth', 20);
});

test('the icon of a link is never loaded from its site, nor from a private address', async ({ page }) => {
  const account = await newMember();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).hostname));
  await layLinks(account, 1, { favicon_url: 'https://icons.invalid/icon.png' });
  await login(page, account);
  await expect(row(page, 'Link number 1').locator('svg').first()).toBeVisible();
  await expect(row(page, 'Link number 1').locator('img')).toHaveCount(0);
  expect(asked).not.toContain('icons.invalid');
});
