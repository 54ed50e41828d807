import { expect, type Page } from '@playwright/test';

import { apiOf, newMember, type CallApi } from './accounts.ts';
import { ANNOUNCER, expectNoViolationsInBothThemes, REDUCED_MOTION } from './axe.ts';
import { login, test } from './fixtures.ts';

const rail = (page: Page) => page.getByRole('navigation', { name: 'Library' });
const tree = (page: Page) => page.getByRole('treegrid', { name: 'Folders' });
const row = (page: Page, name: string) =>
  tree(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) });

/** Creates folders by their paths, such as 'Work/Clients', and returns their ids. */
async function createFolders(call: CallApi, ...paths: string[]): Promise<Record<string, number>> {
  const ids: Record<string, number> = {};
  for (const path of paths) {
    const parts = path.split('/');
    const name = parts.at(-1) ?? '';
    const parent_folder_id = ids[parts.slice(0, -1).join('/')] ?? 0;
    ids[path] = (await call('/folders/create/', { name, parent_folder_id })).folder_id;
  }
  return ids;
}

/** A member with these folders and an expanded tree. */
async function memberWith(page: Page, ...paths: string[]) {
  const account = await newMember();
  const call = await apiOf(account);
  const ids = await createFolders(call, ...paths);
  await login(page, account);
  await page.getByRole('button', { name: 'Folders', exact: true }).click();
  return { call, ids };
}

async function openMenu(page: Page, name: string, entry: string): Promise<void> {
  await row(page, name).hover();
  await row(page, name)
    .getByRole('button', { name: `More for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

test.describe('the folder tree', () => {
  test('opens the menu of a folder below its button, which gets the focus back', async ({ page }) => {
    await memberWith(page, 'Home', 'Work');
    await row(page, 'Work').hover();
    const more = row(page, 'Work').getByRole('button', { name: 'More for Work' });
    await more.click();
    const menu = page.getByRole('menu');
    await expect(menu.getByRole('menuitem').first()).toBeFocused();
    // The row is no longer hovered.
    await page.mouse.move(700, 500);
    const below = async () => (await menu.boundingBox())?.y;
    await expect.poll(below).toBeGreaterThan((await row(page, 'Work').boundingBox())?.y ?? Infinity);
    await page.keyboard.press('Escape');
    await expect(more).toBeFocused();
  });

  test('is collapsed at first, shows direct children only, and keeps its state after a reload', async ({
    page,
  }) => {
    const account = await newMember();
    await createFolders(await apiOf(account), 'Work', 'Work/Clients', 'Work/Clients/Acme', 'Home');
    await login(page, account);
    const toggle = page.getByRole('button', { name: 'Folders', exact: true });
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await expect(tree(page)).toHaveCount(0);
    await toggle.click();
    await expect(tree(page).getByRole('link')).toHaveText(['Home', 'Work']);
    await page.getByRole('button', { name: 'Expand Work' }).click();
    await expect(tree(page).getByRole('link')).toHaveText(['Home', 'Work', 'Clients']);
    await expect(row(page, 'Clients')).toHaveAttribute('aria-level', '2');
    await page.reload();
    await expect(tree(page).getByRole('link')).toHaveText(['Home', 'Work', 'Clients']);
    await page.getByRole('button', { name: 'Collapse Work' }).click();
    await expect(tree(page).getByRole('link')).toHaveText(['Home', 'Work']);
  });

  test('stays open after a reload, even before the login is confirmed', async ({ page }) => {
    const account = await newMember();
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
    await page.route(/accounts:lookup/, async (route) => {
      await mayAnswer;
      await route.continue();
    });
    await login(page, account);
    const toggle = page.getByRole('button', { name: 'Folders', exact: true });
    await toggle.click();
    const confirmed = page.waitForResponse(/users\/get-auth/);
    answer();
    await confirmed;
    await page.reload();
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  });

  test('counts the enabled links of All Items, Favorites, Trash and folders', async ({ page }) => {
    const { call, ids } = await memberWith(page, 'Work');
    const folder_id = ids['Work'] ?? 0;
    const first = await call('/links/create/', { url: 'one.invalid' });
    const { link_id } = await call('/links/create/', { url: 'two.invalid' });
    await call('/folders/add-link/', { folder_id, link_id: first.link_id });
    await call('/folders/add-link/', { folder_id, link_id });
    await call('/favorites/toggle/', { object_id: folder_id, object_type: 'folder' });
    await expect(row(page, 'Work')).toHaveText(/Work2$/);
    await call('/links/update/', { ...first, status_id: 2 });
    await expect(row(page, 'Work')).toHaveText(/Work1$/);
    await expect(rail(page).getByRole('link', { name: 'All Items' })).toHaveText('All Items1');
    await expect(rail(page).getByRole('link', { name: 'Favorites' })).toHaveText('Favorites1');
    await expect(rail(page).getByRole('link', { name: 'Trash' })).toHaveText('Trash1');
  });

  test('is filtered by a part of the name, and keeps the parents of matches', async ({ page }) => {
    await memberWith(page, 'Work', 'Work/Clients', 'Home', 'Home/Cooking');
    const filter = page.getByRole('searchbox', { name: 'search folders' });
    await filter.fill('  COOK ');
    await expect(tree(page).getByRole('link')).toHaveText(['Home', 'Cooking']);
    await filter.fill('nothing');
    await expect(rail(page)).toContainText('No match');
    await filter.press('Escape');
    await expect(tree(page).getByRole('link')).toHaveText(['Home', 'Work']);
  });

  test('marks the current folder and expands its parents', async ({ page }) => {
    const { ids } = await memberWith(page, 'Work', 'Work/Clients');
    await page.goto(`/folders/${ids['Work/Clients']}`);
    await expect(row(page, 'Clients').getByRole('link')).toHaveAttribute('aria-current', 'page');
    const path = page.getByRole('navigation', { name: 'Breadcrumb' });
    await expect(path.getByRole('listitem')).toHaveText(['All Items', 'Work', 'Clients']);
    await path.getByRole('link', { name: 'Work' }).click();
    await expect(page).toHaveURL(`/folders/${ids['Work']}`);
    await expect(page).toHaveTitle('Work');
    await expect(row(page, 'Work').getByRole('link')).toHaveAttribute('aria-current', 'page');

    // The folders come late, because this browser has not stored them.
    await row(page, 'Work').press('ArrowLeft');
    await expect(row(page, 'Clients')).toHaveCount(0);
    const stored = await page.evaluate(async () =>
      (await indexedDB.databases()).flatMap(({ name = '' }) => (/-library-/.test(name) ? [name] : [])),
    );
    await page.addInitScript((names) => {
      for (const name of names) indexedDB.deleteDatabase(name);
    }, stored);
    await page.goto(`/folders/${ids['Work/Clients']}`);
    await expect(row(page, 'Clients').getByRole('link')).toHaveAttribute('aria-current', 'page');
  });

  test('works with the keyboard only', async ({ page }) => {
    const { ids } = await memberWith(page, 'Work', 'Work/Clients', 'Home');
    await row(page, 'Home').focus();
    await page.keyboard.press('ArrowDown');
    await expect(row(page, 'Work')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(row(page, 'Work')).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(row(page, 'Clients')).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(row(page, 'Work')).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(row(page, 'Work')).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/folders/${ids['Work']}`);
  });

  test('edits, stars, moves and trashes the focused folder by key', async ({ page }) => {
    const { call, ids } = await memberWith(page, 'Work', 'Home');
    await row(page, 'Work').focus();
    await page.keyboard.press('s');
    await expect
      .poll(async () => call('/favorites/list/', {}))
      .toMatchObject([{ object_id: ids['Work'], object_type: 'folder' }]);
    for (const [key, title] of [
      ['e', 'Folder Edit'],
      ['m', 'Move Work'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(page.getByRole('dialog', { name: title })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(row(page, 'Work')).toBeFocused();
    }
    await page.keyboard.press('Delete');
    await expect(row(page, 'Work')).toHaveCount(0);
    await expect(row(page, 'Home')).toBeFocused();
    await expect(rail(page).getByRole('link', { name: 'Trash' })).toHaveText('Trash1');

    // The star shows only while its row has the focus.
    await row(page, 'Home').getByRole('button', { name: 'Favorite Home' }).focus();
    await page.keyboard.press('e');
    await expect(page.getByRole('dialog', { name: 'Folder Edit' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(row(page, 'Home')).toBeFocused();
    // The page of the folder would not be found.
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/folders/${ids['Home']}`);
    await row(page, 'Home').focus();
    await page.keyboard.press('Delete');
    await expect(page).toHaveURL('/');
    await expect(rail(page)).toContainText('Empty');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  });

  test('stars a folder', async ({ page }) => {
    const { call, ids } = await memberWith(page, 'Work');
    await row(page, 'Work').hover();
    await row(page, 'Work').getByRole('button', { name: 'Favorite Work' }).click();
    await expect(rail(page).getByRole('link', { name: 'Favorites' })).toHaveText('Favorites1');
    await expect
      .poll(async () => call('/favorites/list/', {}))
      .toMatchObject([{ object_id: ids['Work'], object_type: 'folder' }]);
  });

  test('renders only the visible rows of many folders', async ({ page }) => {
    const account = await newMember();
    const names = Array.from({ length: 80 }, (_, at) => `Folder ${String(at).padStart(2, '0')}`);
    const call = await apiOf(account);
    const ids = await createFolders(call, ...names);
    await login(page, account);
    await page.getByRole('button', { name: 'Folders', exact: true }).click();
    await expect(row(page, 'Folder 00')).toBeVisible();
    expect(await tree(page).getByRole('row').count()).toBeLessThan(60);
    await row(page, 'Folder 00').focus();
    await page.keyboard.press('End');
    await expect(row(page, 'Folder 79')).toBeFocused();

    // Folders of another device above the visible ones don't move those.
    const topOf = async (name: string) =>
      row(page, name).evaluate((element) => element.getBoundingClientRect().top);
    const before = await topOf('Folder 79');
    await createFolders(call, 'Another');
    await expect(row(page, 'Folder 79')).toHaveAttribute('aria-setsize', '81');
    expect(await topOf('Folder 79')).toBe(before);
    await tree(page).evaluate((element) => element.scrollBy({ top: -200 }));
    const moved = await topOf('Folder 79');
    expect(moved).toBe(before + 200);
    await call('/folders/update/', { folder_id: ids['Folder 10'] ?? 0, status_id: 2 });
    await expect(row(page, 'Folder 79')).toHaveAttribute('aria-setsize', '80');
    expect(await topOf('Folder 79')).toBe(moved);
  });
});

test.describe('a folder', () => {
  test('is created by name, and opens', async ({ page }) => {
    await memberWith(page);
    await rail(page).getByRole('button', { name: 'New Folder' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Folder' });
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Please enter a name.');
    await dialog.getByLabel('Name').fill('  Reading ');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/\/folders\/\d+$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Reading' })).toBeVisible();
    await expect(page.getByRole('main', { name: 'Reading' })).toBeFocused();
    await expect(row(page, 'Reading').getByRole('link')).toHaveAttribute('aria-current', 'page');
  });

  test('is created inside another by its menu', async ({ page }) => {
    await memberWith(page, 'Work');
    await openMenu(page, 'Work', 'New Folder Inside');
    await page.getByLabel('Name').fill('Clients');
    await page.getByRole('button', { name: 'Create' }).click();
    await expect(row(page, 'Clients')).toHaveAttribute('aria-level', '2');
  });

  test('is renamed, and moves to the trash when it is disabled', async ({ page }) => {
    await memberWith(page, 'Work', 'Home');
    await openMenu(page, 'Work', 'Edit');
    const dialog = page.getByRole('dialog', { name: 'Folder Edit' });
    await dialog.getByLabel('Name').fill(' ');
    await dialog.getByRole('button', { name: 'Update' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Please enter a name.');
    await dialog.getByLabel('Name').fill('Office');
    await dialog.getByRole('button', { name: 'Update' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(tree(page).getByRole('link')).toHaveText(['Home', 'Office']);
    await openMenu(page, 'Office', 'Edit');
    await dialog.getByText('Enabled').click();
    await dialog.getByRole('button', { name: 'Update' }).click();
    await expect(tree(page).getByRole('link')).toHaveText(['Home']);
    await page.goto('/folders/trash');
    await expect(page.getByRole('main').getByRole('row')).toHaveText([/Office/]);
  });

  test('shows an emoji or a color instead of its image, and Undo removes it', async ({ page }) => {
    const { call } = await memberWith(page, 'Work');
    const icon = row(page, 'Work').locator('[data-emoji]');
    const icons = async () => (await call('/folders/list/', {})).map((folder) => folder.icon);
    await openMenu(page, 'Work', 'Edit');
    const dialog = page.getByRole('dialog', { name: 'Folder Edit' });
    await dialog.getByText('Emoji').click();
    await expect(dialog.getByText('Folder Image')).toHaveCount(0);
    await dialog.getByLabel('One emoji').fill('📚📚');
    await dialog.getByRole('button', { name: 'Update' }).click();
    await expect(dialog.getByText('Please enter one emoji.').last()).toBeVisible();
    await dialog.getByRole('button', { name: 'Books' }).click();
    await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });
    await dialog.getByRole('button', { name: 'Update' }).click();
    await expect(icon).toHaveAttribute('data-emoji', '📚');
    await expect.poll(icons).toEqual(['📚']);
    await openMenu(page, 'Work', 'Edit');
    await dialog.getByText('Color').click();
    await dialog.getByText('Teal').click();
    await dialog.getByRole('button', { name: 'Update' }).click();
    await expect(row(page, 'Work').locator('[data-color=teal]')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    for (const shown of ['📚', '']) {
      await page.keyboard.press('ControlOrMeta+z');
      await expect.poll(icons).toEqual([shown]);
    }
    await expect(icon).toHaveCount(0);
  });

  test('shows the errors of the server', async ({ page, expectedErrors }) => {
    expectedErrors.push(/status of 400 .*folders\/update/);
    await memberWith(page, 'Work');
    await page.route('**/api/folders/update/', async (route) =>
      route.fulfill({ status: 400, json: { errors: ['Not this one.', 'Nor that.'] } }),
    );
    await openMenu(page, 'Work', 'Edit');
    const dialog = page.getByRole('dialog', { name: 'Folder Edit' });
    await dialog.getByLabel('Name').fill('Office');
    await dialog.getByRole('button', { name: 'Update' }).click();
    await expect(dialog.getByRole('listitem')).toHaveText(['Not this one.', 'Nor that.']);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(row(page, 'Work')).toBeVisible();
  });

  test('is moved by its menu, and Undo moves it back', async ({ page }) => {
    await memberWith(page, 'Work', 'Work/Clients', 'Home');
    await openMenu(page, 'Work', 'Move to…');
    const dialog = page.getByRole('dialog', { name: 'Move Work' });
    await expect(dialog.getByRole('list').getByRole('button')).toHaveText(['Move to root', 'Home']);
    await dialog.getByRole('button', { name: 'Home' }).click();
    await expect(page.getByText('Work moved to Home.')).toBeVisible();
    await expect(tree(page).getByRole('link')).toHaveText(['Home']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(tree(page).getByRole('link')).toHaveText(['Home', 'Work']);
  });

  test('is moved to the trash by its menu, and Undo restores it', async ({ page }) => {
    await memberWith(page, 'Work');
    await openMenu(page, 'Work', 'Move to Trash');
    await expect(tree(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row(page, 'Work')).toBeVisible();
  });
});

test('in a narrow window the tree is in the drawer, which closes when a folder opens', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const account = await newMember();
  const ids = await createFolders(await apiOf(account), 'Work');
  await login(page, account);
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await page.getByRole('button', { name: 'Folders', exact: true }).click();
  await row(page, 'Work').getByRole('link').click();
  await expect(page).toHaveURL(`/folders/${ids['Work']}`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test.describe('axe finds no violations in either theme', () => {
  test.use(REDUCED_MOTION);

  test('on the tree, its menu and its popups', async ({ page }) => {
    const { ids } = await memberWith(page, 'Work', 'Work/Clients');
    await page.goto(`/folders/${ids['Work/Clients']}`);
    await expect(row(page, 'Clients')).toBeVisible();
    await row(page, 'Work').focus();
    await expectNoViolationsInBothThemes(page);
    await openMenu(page, 'Work', 'Edit');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoViolationsInBothThemes(page);
    await page.keyboard.press('Escape');
    await openMenu(page, 'Work', 'Move to…');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoViolationsInBothThemes(page);
  });
});
