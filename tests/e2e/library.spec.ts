import { expect } from '@playwright/test';

import { newMember } from './accounts.ts';
import { loginWithForm, test } from './fixtures.ts';
import { goTo, memberWith, openMenu, row, SAVE_TIMEOUT } from './library-page.ts';

test.describe('the trash', () => {
  test('receives a link, restores it, and deletes it forever', async ({ page }) => {
    await memberWith(page, ['one.invalid', 'two.invalid']);
    await openMenu(page, 'one.invalid', 'Move to Trash');
    await expect(page.getByRole('row')).toHaveCount(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('row')).toHaveCount(2);
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: 'Move to Trash' }).click();
    await expect(page.getByRole('heading', { name: 'Empty' })).toBeVisible();
    // The button is gone, so the focus moves to the place of the list.
    await expect(page.getByRole('main').locator(':focus')).toContainText('Empty');
    await goTo(page, 'Trash');
    await openMenu(page, 'one.invalid', 'Restore');
    await expect(page.getByRole('row')).toHaveCount(1);
    await openMenu(page, 'two.invalid', 'Delete forever');
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('two.invalid');
    await question.getByRole('button', { name: 'Delete forever' }).click();
    await expect(page.getByRole('heading', { name: 'Empty' })).toBeVisible();
    await goTo(page, 'All Items');
    await expect(page.getByRole('row')).toHaveText([/one\.invalid/]);
  });

  test('is emptied after a confirmation that shows the counts', async ({ page }) => {
    const { call, links } = await memberWith(page, ['one.invalid', 'two.invalid']);
    for (const link of links) await call('/links/update/', { ...link, status_id: 2 });
    const folder = await call('/folders/create/', { name: 'Old' });
    await call('/folders/create/', { name: 'Older', parent_folder_id: folder.folder_id });
    await call('/folders/update/', { ...folder, status_id: 2 });
    await page.goto('/folders/trash');
    await expect(page.getByRole('row')).toHaveCount(3);
    await page.getByRole('button', { name: 'Empty trash' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('2 folders and 2 links');
    await question.getByRole('button', { name: 'Empty trash' }).click();
    await expect(page.getByRole('heading', { name: 'Empty' })).toBeVisible();
    await expect.poll(async () => (await call('/links/list/', {})).length, SAVE_TIMEOUT).toBe(0);
  });
});

test('the search finds links by name and url, and shows the number of results', async ({ page }) => {
  await memberWith(page, ['alpha.invalid', 'beta.invalid', 'beta.invalid/2']);
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox', { name: 'search my links' });
  await expect(search).toBeFocused();
  await page.keyboard.type('BETA');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('search').getByRole('status')).toHaveText('2 of 3');
  await search.fill('gamma');
  await expect(page.getByRole('heading', { name: 'No match' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page.getByRole('row')).toHaveCount(3);
  await search.fill('alpha');
  await search.press('Escape');
  await expect(search).toHaveValue('');
  await expect(page.getByRole('row')).toHaveCount(3);
});

test('a range selected with Shift is added to a folder', async ({ page }) => {
  const { call } = await memberWith(page, ['a.invalid', 'b.invalid', 'c.invalid', 'd.invalid']);
  await call('/folders/create/', { name: 'Reading' });
  await page.getByRole('checkbox', { name: 'Select b.invalid' }).click();
  await page.getByRole('checkbox', { name: 'Select d.invalid' }).click({ modifiers: ['Shift'] });
  await expect(page.getByText('3 links selected')).toBeVisible();
  await page.getByRole('button', { name: 'Add to folder' }).click();
  await page.getByRole('dialog', { name: 'Add to folder' }).getByRole('button', { name: 'Reading' }).click();
  await expect(page.getByText('3 links added to Reading.')).toBeVisible();
  // The selection stays for the next command.
  await expect(page.getByText('3 links selected')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add to folder' })).toBeFocused();
  await expect.poll(async () => (await call('/folder-links/list/', {})).length, SAVE_TIMEOUT).toBe(3);
});

test('the list works with the keyboard only', async ({ page }) => {
  await memberWith(page, ['a.invalid', 'b.invalid', 'c.invalid']);
  await expect(row(page, 'a.invalid')).toBeVisible();
  await page.getByRole('button', { name: 'Skip to content' }).press('Enter');
  // Past 'Select all', the order, its direction and the view of the list.
  for (let stop = 0; stop < 5; stop += 1) await page.keyboard.press('Tab');
  await expect(row(page, 'a.invalid')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 'b.invalid')).toBeFocused();
  await page.keyboard.press('x');
  await expect(row(page, 'b.invalid')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('End');
  await expect(row(page, 'c.invalid')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(row(page, 'c.invalid').getByRole('button', { name: /^More for/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Open' })).toBeFocused();
  await page.keyboard.press('Escape');
  const more = row(page, 'c.invalid').getByRole('button', { name: /^More for/ });
  await expect(more).toBeFocused();
  // The second time, the popup opens before the menu has closed.
  for (let time = 0; time < 2; time += 1) {
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Open' })).toBeFocused();
    await page.keyboard.type('Edit');
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Name')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(more).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(row(page, 'b.invalid')).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(row(page, 'b.invalid')).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

test('two browsers stay in sync, and the next user of one sees no data of the first', async ({
  page,
  browser,
}) => {
  const account = await newMember();
  const other = await (await browser.newContext()).newPage();
  for (const tab of [page, other]) await loginWithForm(tab, account);
  for (const tab of [page, other]) await expect(tab.getByRole('heading', { name: 'Empty' })).toBeVisible();
  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: 'Url' }).fill('one.invalid');
  await page.keyboard.press('Enter');
  await expect(row(other, 'one.invalid')).toBeVisible(SAVE_TIMEOUT);
  await row(other, 'one.invalid').getByRole('button', { name: 'Favorite one.invalid' }).click();
  const star = row(page, 'one.invalid').getByRole('button', { name: 'Favorite one.invalid' });
  await expect(star).toHaveAttribute('aria-pressed', 'true', SAVE_TIMEOUT);

  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Join Now!' })).toBeVisible();
  await loginWithForm(page, await newMember());
  await expect(page.getByRole('heading', { name: 'Empty' })).toBeVisible();
  await expect(row(page, 'one.invalid')).toHaveCount(0);
  await expect(row(other, 'one.invalid')).toBeVisible();
  await other.context().close();
});
