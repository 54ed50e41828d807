import { expect } from '@playwright/test';

import { newMember } from './accounts.ts';
import { REDUCED_MOTION } from './axe.ts';
import { login, test } from './fixtures.ts';
import { scrollTo } from './library-page.ts';
import { count, countRemovedListeners, field, reader, rows } from './search-page.ts';
import { seedLinks } from './seed-links.ts';

test.use(REDUCED_MOTION);

test('keys lead from the field to the results and back, and Enter opens the first result', async ({
  page,
}) => {
  await reader(page, '/settings');
  await page.keyboard.press('/');
  await page.keyboard.type('pumpkin');
  await expect(page).toHaveURL('/search?q=pumpkin');
  await expect(rows(page)).toHaveCount(3);
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).nth(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(field(page)).toBeFocused();

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await expect(rows(page).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(rows(page).first()).toHaveAttribute('aria-selected', 'false');
  await page.keyboard.press('Escape');
  await expect(field(page)).toBeFocused();

  await page
    .context()
    .route('https://pumpkin-seeds.invalid/', async (route) => route.fulfill({ body: 'Seeds' }));
  const opened = page.waitForEvent('popup');
  // The results of this text are not shown yet when Enter is pressed.
  await page.keyboard.type('-s');
  await page.keyboard.press('Enter');
  await expect((await opened).getByText('Seeds')).toBeVisible();
  await (await opened).close();

  await field(page).press('Escape');
  await expect(page).toHaveURL('/settings');
});

test('Enter and the down arrow wait for the code of the search and for the results', async ({ page }) => {
  const { account } = await reader(page);
  const context = page.context();
  await context.route('https://pumpkin-soup.invalid/', async (route) => route.fulfill({ body: 'Soup' }));
  // The code is the same in both pages, and the browser keeps it.
  for (const key of ['Enter', 'ArrowDown']) {
    const other = await context.newPage();
    const removedListeners = await countRemovedListeners(other, 'keydown');
    const { promise: isPressed, resolve } = Promise.withResolvers<void>();
    await other.route('**/assets/search-tools-*.js', async (route) => {
      await isPressed;
      await route.continue();
    });
    await login(other, account);
    await expect(rows(other)).toHaveCount(4);
    await other.keyboard.press('/');
    // No folder is named so. A folder would be above the link.
    await other.keyboard.type('n-soup');
    await other.keyboard.press(key);
    await expect(other.getByRole('grid', { name: 'Links' })).toBeVisible();
    const removedBefore = await removedListeners();
    const opened = key === 'Enter' ? other.waitForEvent('popup') : null;
    resolve();
    await expect(rows(other)).toHaveText([/pumpkin-soup/]);
    if (opened === null) await expect(rows(other)).toBeFocused();
    else await expect((await opened).getByText('Soup')).toBeVisible();
    // The code of the search handles its keys now.
    expect(await removedListeners()).toBe(removedBefore + 1);
    await other.close();
  }
});

test('Enter opens the first result even if the results are scrolled', async ({ page }) => {
  const account = await newMember();
  await seedLinks(account, 300);
  await login(page, account, '/search?q=link');
  await page
    .context()
    .route('https://links.invalid/000001', async (route) => route.fulfill({ body: 'The first' }));
  await expect(rows(page).first()).toContainText('Link number 1');
  // The list keeps the row that had the focus.
  await rows(page).nth(3).focus();
  await field(page).focus();
  await scrollTo(page.getByRole('grid'), 5000);
  await expect(rows(page).filter({ hasText: /number 1l/ })).toHaveCount(0);
  const opened = page.waitForEvent('popup');
  await field(page).press('Enter');
  await expect((await opened).getByText('The first')).toBeVisible();
});

test('keys that come faster than the pages render leave the field, the URL and the results in agreement', async ({
  page,
}) => {
  await reader(page);
  await field(page).focus();
  for (const keys of [
    ['x', 'Escape', 'p', 'u', 'm'],
    ['x', 'Backspace', 'p', 'u', 'm'],
    ['u', 'Escape', 'x', 'Escape', 'pum'],
    ['x', 'Escape', 'u', 'Escape', 'x', 'Backspace', 'pum'],
  ]) {
    // Without waiting for the page between the keys.
    await Promise.all(
      keys.map(async (key) => (key === 'pum' ? page.keyboard.insertText(key) : page.keyboard.press(key))),
    );
    await expect(field(page)).toHaveValue('pum');
    await expect(page).toHaveURL('/search?q=pum');
    await expect(count(page)).toHaveText('3 of 4');
    await field(page).press('Escape');
    await expect(page).toHaveURL('/');
  }
});
