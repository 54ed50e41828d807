/// <reference lib="dom" />

import { expect, type Page } from '@playwright/test';

import { apiOf, newMember } from './accounts.ts';
import { login, test } from './fixtures.ts';
import { memberWith, row } from './library-page.ts';

const PHONE = { width: 390, height: 844 };

const palette = (page: Page) => page.getByRole('dialog', { name: 'Quick open' });
const menuButton = (page: Page) => page.getByRole('button', { name: 'Open navigation' });

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

test('the focus stays in the page when the window becomes narrow or wide', async ({ page }) => {
  const account = await newMember();
  const call = await apiOf(account);
  await call('/folders/create/', { name: 'Cooking' });
  await login(page, account);
  await page.getByRole('button', { name: 'Folders', exact: true }).click();
  const wide = page.viewportSize() ?? PHONE;
  for (const focused of [
    page.getByRole('treegrid').getByRole('row', { name: 'Cooking' }),
    page.getByRole('separator', { name: 'Width of the left rail' }),
    page.getByRole('banner').getByRole('button', { name: 'New Folder' }),
  ]) {
    await focused.focus();
    await expect(focused).toBeFocused();
    await page.setViewportSize(PHONE);
    await expect(menuButton(page)).toBeFocused();
    await page.setViewportSize(wide);
    await expect(page.getByRole('main')).toBeFocused();
  }

  await page.setViewportSize(PHONE);
  await menuButton(page).click();
  await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeVisible();
  await page.setViewportSize(wide);
  await expect(page.getByRole('main')).toBeFocused();
  const field = page.getByRole('searchbox', { name: 'search my links' });
  await field.focus();
  await page.setViewportSize(PHONE);
  await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible();
  await page.waitForFunction(() => innerWidth < 400);
  await expect(field).toBeFocused();
});

test('e, s and Delete edit, star and trash the link of a page', async ({ page }) => {
  const { call, links } = await memberWith(page, ['one.invalid']);
  const link_id = links[0]?.link_id ?? 0;
  await page.goto(`/links/${link_id}`);
  await expect(page.getByRole('heading', { name: 'one.invalid' })).toBeVisible();
  await page.keyboard.press('s');
  await expect(page.getByTitle('Remove from favorites')).toBeVisible();
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Link Edit' });
  await expect(dialog).toBeVisible();
  // In a field, the keys are letters.
  await dialog.getByRole('textbox').first().focus();
  await page.keyboard.press('Delete');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('This link is in the trash.')).toHaveCount(0);
  await page.keyboard.press('Delete');
  await expect(page.getByText('This link is in the trash.')).toBeVisible();
  // In the trash, links have no star.
  await page.keyboard.press('s');
  await expect.poll(async () => (await call('/links/get/', { link_id })).status_id).toBe(2);
  expect(await call('/favorites/list/', {})).toMatchObject([{ object_id: link_id }]);
});

test('Escape clears the selection while nothing has the focus', async ({ page }) => {
  await memberWith(page, ['one.invalid', 'two.invalid']);
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  const bar = page.getByRole('group', { name: 'Selection' });
  await expect(bar).toBeVisible();
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  // The first Escape closes the dialog only.
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(bar).toBeVisible();
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
});

test('each Delete moves a link to the trash, however fast the keys come', async ({ page }) => {
  const { call } = await memberWith(page, ['a.invalid', 'b.invalid', 'c.invalid', 'd.invalid', 'e.invalid']);
  await row(page, 'a.invalid').focus();
  await page.evaluate(async () => {
    for (let presses = 0; presses < 4; presses += 1) {
      const press = new KeyboardEvent('keydown', { key: 'Delete', bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(press);
      // Less than a frame.
      await new Promise((resolve) => {
        setTimeout(resolve, 1);
      });
    }
  });
  await expect(page.getByRole('row')).toHaveCount(1);
  await expect(row(page, 'e.invalid')).toBeFocused();
  await expect
    .poll(async () => (await call('/links/list/', {})).filter(({ status_id }) => status_id === 2).length)
    .toBe(4);
});

test('a held key types no letters into the field that it has opened', async ({ page }) => {
  await memberWith(page, ['one.invalid']);
  const field = page.getByRole('dialog').locator('input:focus');
  for (const key of ['n', 'e']) {
    await row(page, 'one.invalid').focus();
    await page.keyboard.down(key);
    await expect(field).toBeVisible();
    const before = await field.inputValue();
    await page.keyboard.down(key);
    await page.keyboard.down(key);
    await page.keyboard.up(key);
    await page.keyboard.press('End');
    await page.keyboard.down('x');
    await page.keyboard.down('x');
    await page.keyboard.up('x');
    await expect(field).toHaveValue(`${before}xx`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('a held key stars or trashes one link, in the list and on Details', async ({ page }) => {
  const { call } = await memberWith(page, ['one.invalid', 'two.invalid', 'three.invalid']);
  const hold = async (key: string) => {
    for (let repeats = 0; repeats < 4; repeats += 1) await page.keyboard.down(key);
    await page.keyboard.up(key);
  };
  const countFavorites = async () => (await call('/favorites/list/', {})).length;
  await row(page, 'one.invalid').focus();
  await hold('s');
  await expect.poll(countFavorites).toBe(1);
  await hold('Delete');
  await expect(page.getByRole('link', { name: /^Trash/ })).toContainText('1');
  await expect(page.getByRole('row')).toHaveCount(2);

  await row(page, 'two.invalid').focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Details' }).press('Enter');
  await page.getByRole('link', { name: 'Open as a page' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'two.invalid' })).toBeVisible();
  // Its last frame would take the first key, and the repeats do nothing.
  await expect(page.getByRole('menu')).toHaveCount(0);
  await hold('s');
  await expect.poll(countFavorites).toBe(2);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(countFavorites).toBe(1);
});

test('keys lead into the list, select and add there, and go to another list', async ({ page }) => {
  const { call } = await memberWith(page, ['one.invalid', 'two.invalid', 'three.invalid']);
  for (const name of ['Newspapers', 'News']) await call('/folders/create/', { name });
  await page.getByRole('link', { name: 'Settings' }).focus();
  await page.keyboard.press('j');
  await expect(row(page, 'one.invalid')).toBeFocused();
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByText('2 links selected')).toBeVisible();
  await page.keyboard.press('l');
  const dialog = page.getByRole('dialog', { name: 'Add 2 links to a folder' });
  await dialog.getByRole('searchbox').fill('news');
  await expect(dialog.getByRole('list').getByRole('button')).toHaveText(['News', 'Newspapers']);
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 links added to News.')).toBeVisible();
  await expect(page.getByText('2 links selected')).toBeVisible();
  await expect(row(page, 'three.invalid')).toBeFocused();

  // Quick open acts on the selection, then on the focused row.
  await page.keyboard.press('ControlOrMeta+k');
  const first = palette(page).getByRole('group').first();
  await expect(first).toHaveAccessibleName('Selected: 2 links');
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(first).toHaveAccessibleName('This link: three.invalid');
  await page.keyboard.type('edit');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Link Edit' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // The second key of a sequence is no command of its own.
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await expect(page).toHaveURL('/folders/favorites');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await expect(page).toHaveURL('/');
});

test('f in a folder creates a folder inside it, or where the dialog is told to', async ({ page }) => {
  const { call } = await memberWith(page, []);
  const { folder_id } = await call('/folders/create/', { name: 'Work' });
  await page.goto(`/folders/${folder_id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Work' })).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Add Folder' });
  const parents = async () =>
    (await call('/folders/list/', {})).map(({ name, parent_folder_id }) => [name, parent_folder_id]);
  await page.keyboard.press('f');
  await expect(dialog.getByRole('button', { name: 'Inside: Work' })).toBeVisible();
  await page.keyboard.type('Clients');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
  await page.keyboard.press('f');
  await page.keyboard.type('Home');
  await dialog.getByRole('button', { name: 'Inside: Clients' }).click();
  await page.getByRole('dialog', { name: 'Choose a folder' }).getByRole('button', { name: 'root' }).click();
  await expect(dialog.getByRole('button', { name: 'Inside: root' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  await expect.poll(parents).toEqual(
    expect.arrayContaining([
      ['Clients', folder_id],
      ['Home', 0],
    ]),
  );
});

test('tooltips show the keys of their buttons', async ({ page }) => {
  await memberWith(page, ['one.invalid']);
  await page.getByRole('button', { name: 'Folders', exact: true }).click();
  await page.getByRole('searchbox', { name: 'search folders' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tooltip')).toHaveText('New Folder (f)');
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  const bar = page.getByRole('group', { name: 'Selection' });
  await expect(bar.getByRole('button', { name: 'Move to Trash', exact: true })).toHaveAttribute(
    'title',
    'Move to Trash (Delete)',
  );
});
